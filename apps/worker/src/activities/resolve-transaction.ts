import { getClient } from '@temporalio/activity';
import type { Resolution, Resolved } from '#contracts/operator-updates';
import type { Change } from '#domain/transaction/change';
import { afterResolution, decisionOf } from '#domain/transaction/decide-end';
import type { State } from '#domain/transaction/state';
import { paysOut } from '#domain/transaction/status';
import { loadReported, type Reported } from '#persistence/transactions/load-known';
import { isDecided } from '#persistence/transactions/proposals';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { loadOpenReviews } from '#persistence/transactions/reviews';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { proposeOrConfirm } from './propose-or-confirm.js';
import { refusal, requireOperator } from './failures.js';
import { momentOf, stateNow } from './step.js';
import { publishStep } from './publish-step.js';
import { sayStillOpen } from './close-resolved-reviews.js';
import { refreshReviews } from './tell-of-reviews.js';

/**
 * Ends a transaction by an operator's decision, which is recorded with its reason in the same statement (contract §9). With
 * `operations.four_eyes` the decision on a payout or refund is a proposal until another operator sends the same, because a wrong one
 * could pay it twice. The answer names the reviews that are still open. Safe to repeat. Throws `REFUSED` if a provider's report
 * contradicts it, or the transaction is final.
 */
export function createResolveTransaction(dependencies: ActivityDependencies) {
  const { database, configuration, needsFourEyes } = dependencies;
  return async function resolveTransaction(identifier: string, resolution: Resolution): Promise<Resolved> {
    requireOperator(resolution.operator, configuration());
    const reload = async (): Promise<Reported> => {
      const loaded = await loadReported(database, identifier);
      if (!loaded) throw refusal('There is no transaction with this identifier.');
      return loaded;
    };
    const decide = (known: Reported): Change => {
      const change = afterResolution(known, { resolution, reports: known.reports }, momentOf(known));
      if ('refused' in change) throw refusal(change.refused);
      return change;
    };
    const known = await reload();
    // An earlier run of this activity has recorded it, and died before it could answer.
    if (await isDecided(database, identifier, decisionOf(resolution))) return withNext(stateNow(known));
    if (paysOut(known.transaction.type) && needsFourEyes()) {
      decide(known);
      const said = { ...resolution, kind: 'resolve', decision: resolution.status } as const;
      const proposal = await proposeOrConfirm(database, identifier, said);
      if (proposal !== undefined) return { ...stateNow(known), proposal };
    }
    const state = await decideAndRecord(database, known, {
      decide,
      reload,
      publish: publishStep(dependencies),
    });
    crashPoint('after choice');
    return withNext(state);

    async function withNext(resolved: State): Promise<Resolved> {
      const open = (await loadOpenReviews(database, identifier))?.reviews ?? [];
      if (open.length > 0) await refreshReviews(getClient(), identifier);
      const next = sayStillOpen(identifier, open);
      return { ...resolved, ...(next !== undefined && { next }) };
    }
  };
}
