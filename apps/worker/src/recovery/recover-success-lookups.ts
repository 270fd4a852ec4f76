import type { Configuration } from '#domain/configuration/configuration';
import { lateLookupWorkflowOptions, lateLookupWorkflowType } from '#contracts/follow-up-workflows';
import { findAskedMids, takeDueSuccessLookups } from '#persistence/transactions/success-lookups';
import type { Turn } from '#runtime/repeat';
import { startMissing } from './reach-workflow.js';
import { ensureAll, type RecoveryDependencies } from './recover-workflows.js';

/** These questions get one in this number of a MID's requests per second: payments go first. */
const rateShare = 4;
/** Questions a second about payments of a MID that has no limit. */
const unlimitedPerSecond = 25;

/**
 * How many questions about payments of each MID may begin in a turn. A MID with few requests a second has its questions in every
 * few turns: what is left of a share is kept for the next one. In each process alone.
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
 * Ensures that the provider of a successful payment is asked about it again when its time has come, no faster than the MID's share:
 * whatever has ended at once is asked about over time. What is not started comes again.
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
