import { createOneCallPerKey } from '../one-call-per-key.js';
import { admit, type RequestWindow } from './request-window.js';

/** Gives a share of what a key may ask in this second; all processes have it from the same place. */
export type Lease = (asked: {
  readonly keyId: string;
  readonly share: number;
  readonly perSecond: number;
}) => Promise<{ readonly granted: number; readonly remainingMs: number }>;

export type RateLimit = {
  /** Whether a key that may ask so often in a second may ask once more. */
  admits(keyId: string, perSecond: number): Promise<boolean>;
};

/** A process that uses up the whole limit alone leases this often in a second. */
const leasesPerSecond = 20;
const secondMs = 1_000;

/**
 * Contract §3, 429: counts requests by key. Most are counted here alone, in a share that was leased before; no second
 * has more than the limit over all processes. While there is no lease to be had, each process counts for itself: whoever
 * gives leases is never the reason of a refusal. `now` in milliseconds of a clock that is never set.
 */
export function createRateLimit(
  lease: Lease,
  tellFailure: (keyId: string) => void,
  now = () => performance.now(),
): RateLimit {
  const windows = new Map<string, RequestWindow>();
  const oneCall = createOneCallPerKey<void>();

  const renew = async (keyId: string, perSecond: number): Promise<void> => {
    const share = Math.max(1, Math.floor(perSecond / leasesPerSecond));
    const askedAt = now();
    try {
      const { granted, remainingMs } = await lease({ keyId, share, perSecond });
      windows.set(keyId, { left: granted, until: askedAt + remainingMs, isLast: granted < share });
    } catch {
      tellFailure(keyId);
      windows.set(keyId, { left: perSecond, until: now() + secondMs, isLast: true });
    }
  };

  return {
    async admits(keyId, perSecond) {
      for (;;) {
        const admission = admit(windows.get(keyId), now());
        switch (admission.kind) {
          case 'admitted':
            windows.set(keyId, admission.window);
            return true;
          case 'refused':
            return false;
          case 'leaseNeeded':
            await oneCall(keyId, () => renew(keyId, perSecond));
        }
      }
    },
  };
}
