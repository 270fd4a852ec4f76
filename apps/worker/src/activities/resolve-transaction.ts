import type { Resolution, Resolved } from '#contracts/operator-updates';
import type { Change, Moment } from '#domain/transaction/change';
import { afterResolution } from '#domain/transaction/decide-end';
import { loadReported, type Reported } from '#persistence/transactions/load-reported';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askTwoPersons } from './ask-two-persons.js';
import { refusal } from './failures.js';
import { decideAndRecord, momentOf, stateNow } from './step.js';

/**
 * Ends a payment on an operator's decision, which is recorded with its reason in the same statement (contract §9).
 * A payout may be paid twice by it, so that where `operations.four_eyes` holds it is a proposal until another operator
 * says the same. Fails with type REFUSED when a provider's report contradicts it, or the payment is over already.
 */
export function createResolveTransaction({ database, needsTwoPersons }: ActivityDependencies) {
  return async function resolveTransaction(identifier: string, resolution: Resolution): Promise<Resolved> {
    const reload = async (): Promise<Reported> => {
      const loaded = await loadReported(database, identifier);
      if (!loaded) throw refusal('There is no such payment.');
      return loaded;
    };
    const decide = (known: Reported, moment: Moment): Change => {
      const change = afterResolution(known, { resolution, reports: known.reports }, moment);
      if ('refused' in change) throw refusal(change.refused);
      return change;
    };
    const known = await reload();
    if (known.transaction.type === 'payout' && needsTwoPersons()) {
      decide(known, momentOf(known));
      const said = { ...resolution, kind: 'resolve', decision: resolution.status } as const;
      const proposal = await askTwoPersons(database, identifier, said);
      if (proposal !== undefined) return { ...stateNow(known), proposal };
    }
    return decideAndRecord(database, known, { decide, reload });
  };
}
