import type { Configuration } from '#domain/configuration/configuration';
import { lateLookupWorkflowOptions, lateLookupWorkflowType } from '#contracts/follow-up-workflows';
import { findAskedMids, takeDueSuccessLookups } from '#persistence/transactions/success-lookups';
import type { Turn } from '#runtime/repeat';
import { startMissing } from './reach-workflow.js';
import { ensureAll, type RecoveryDependencies } from './recover-workflows.js';

/** Late look-ups get this fraction (1/n) of a MID's requests per second, because payments have priority. */
const rateShare = 4;
/** Late look-ups per second for a MID without a limit. */
const unlimitedPerSecond = 25;

/**
 * Number of late look-ups per MID and turn, in each process. Fractions are carried over, so that a MID with a low rate gets a
 * look-up every few turns.
 */
export function createQuotas(configuration: () => Configuration) {
  let left: ReadonlyMap<string, number> = new Map();
  return (mids: readonly string[], passedSeconds: number): ReadonlyMap<string, number> => {
    const shares = mids.map((mid) => {
      const { requestsPerSecondMax } = configuration().mids[mid] ?? {};
      const perSecond =
        requestsPerSecondMax === undefined ? unlimitedPerSecond : requestsPerSecondMax / rateShare;
      const most = Math.max(1, perSecond);
      return [mid, Math.min(most, (left.get(mid) ?? 0) + perSecond * passedSeconds)] as const;
    });
    left = new Map(shares.map(([mid, share]) => [mid, share - Math.floor(share)]));
    return new Map(shares.map(([mid, share]) => [mid, Math.floor(share)]));
  };
}

/**
 * Starts late look-ups of successful payments when they are due, at the MID's share of the rate: payments that ended together
 * are looked up over time. Look-ups that were not started are due again later.
 */
export function createSuccessLookupRecovery(
  dependencies: RecoveryDependencies & { readonly configuration: () => Configuration },
): () => Promise<Turn> {
  const { database, client, configuration } = dependencies;
  const quotas = createQuotas(configuration);
  let turnedAt = performance.now();
  return async () => {
    const now = performance.now();
    const shares = quotas(await findAskedMids(database), (now - turnedAt) / 1_000);
    turnedAt = now;
    const due = shares.size === 0 ? [] : await takeDueSuccessLookups(database, shares);
    await ensureAll(dependencies, 'late_lookup', due, (subject) =>
      startMissing(client, lateLookupWorkflowType, lateLookupWorkflowOptions(subject)),
    );
    return 'done';
  };
}
