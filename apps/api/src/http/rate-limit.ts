import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Database } from '#persistence/database';
import { leaseRequests } from '#persistence/rates/lease-requests';
import type { Logger } from '#runtime/create-log';
import { createSingleflight } from '#runtime/singleflight';
import { withDeadline } from '#runtime/with-deadline';
import type { CurrentConfiguration } from '../resources/resources.js';
import { refuse } from './render-error.js';

/** Postgres is waited for no longer than this: counting requests is not worth more of their time. */
const leaseLimitMs = 1_000;

/** How many keys of a project may each ask all that a key may, where the configuration does not say: an old and a new one. */
const keysAtOnce = 2;

/** What requests are counted with. */
export type RequestLimits = {
  readonly database: Database;
  readonly configuration: CurrentConfiguration;
  readonly log: Logger;
};

/**
 * Refuses with 429 what a key asks beyond `requests_per_second_max` of its project, and what all keys of the project
 * together ask beyond `project_requests_per_second_max`. Comes after authentication
 * and before any handler; what has no route is counted as well.
 */
export function limitRequests(fastify: FastifyInstance, context: RequestLimits): void {
  const limit = createRateLimit(
    inTime((asked) => leaseRequests(context.database, asked)),
    (keyId) => context.log.warn({ keyId }, 'requests are counted by this process alone'),
  );
  fastify.addHook('preValidation', async (request, reply) => {
    if (!request.caller) return undefined;
    const { project, keyId } = request.caller;
    const {
      requestsPerSecondMax: perKey,
      projectRequestsPerSecondMax: inAll = perKey && perKey * keysAtOnce,
    } = context.configuration.current().projects[project] ?? {};
    const isWithin =
      (perKey === undefined || (await limit.admits(keyId, perKey))) &&
      // No key id has a colon.
      (inAll === undefined || (await limit.admits(`project:${project}`, inAll)));
    if (isWithin) return undefined;
    refuse(request, reply, new GatewayError('tooManyRequests'));
    return reply;
  });
}

function inTime(lease: Lease): Lease {
  return async (asked) => {
    const leased = await withDeadline(Date.now() + leaseLimitMs, lease(asked));
    if (leased.kind === 'late') throw new Error('no lease in time');
    return leased.answer;
  };
}

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
  const oneCall = createSingleflight<void>();

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

/** What this process may still let through of one key's requests. */
export type RequestWindow = {
  readonly left: number;
  /** Milliseconds of a clock that is never set. */
  readonly until: number;
  /** Nothing more can be had before the end. */
  readonly isLast: boolean;
};

export type Admission =
  | { readonly kind: 'admitted'; readonly window: RequestWindow }
  | { readonly kind: 'refused' }
  | { readonly kind: 'leaseNeeded' };

/** Lets one request through, if there is something left in the window to count it in. */
export function admit(window: RequestWindow | undefined, now: number): Admission {
  if (window === undefined || now >= window.until) return { kind: 'leaseNeeded' };
  if (window.left > 0) return { kind: 'admitted', window: { ...window, left: window.left - 1 } };
  return { kind: window.isLast ? 'refused' : 'leaseNeeded' };
}
