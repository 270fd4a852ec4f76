import type { Resolution, Resolved } from '#contracts/operator-updates';
import type { Change } from '#domain/transaction/change';
import { afterResolution } from '#domain/transaction/decide-end';
import { paysOut } from '#domain/transaction/status';
import { loadReported, type Reported } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import type { ActivityDependencies } from './activity-dependencies.js';
import { proposeOrConfirm } from './propose-or-confirm.js';
import { refusal, requireOperator } from './failures.js';
import { momentOf, stateNow } from './step.js';
import { publishStep } from './publish-step.js';

/**
 * Ends a transaction by an operator's decision, which is recorded with its reason in the same statement (contract §9). With
 * `operations.four_eyes` the decision on a payout or refund is a proposal until another operator sends the same, because a wrong one
 * could pay it twice. Throws `REFUSED` if a provider's report contradicts it, or the transaction is final.
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
    if (paysOut(known.transaction.type) && needsFourEyes()) {
      decide(known);
      const said = { ...resolution, kind: 'resolve', decision: resolution.status } as const;
      const proposal = await proposeOrConfirm(database, identifier, said);
      if (proposal !== undefined) return { ...stateNow(known), proposal };
    }
    return decideAndRecord(database, known, { decide, reload, publish: publishStep(dependencies) });
  };
}
