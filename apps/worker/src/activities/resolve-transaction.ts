import type { Resolution, Resolved } from '#contracts/operator-updates';
import { isFinal } from '#domain/transaction';
import { contradictsResolution } from '#domain/transactions/contradicts-resolution';
import { loadEvidence, type ToldTransaction } from '#persistence/transactions/load-evidence';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askTwoPersons } from './ask-two-persons.js';
import { endTransaction } from './end-transaction.js';
import { decideAndRecord, standingAfter, standingOf } from './known.js';
import { refusal } from './refusal.js';

/**
 * Ends a payment on an operator's decision, which is recorded with its reason in the same statement (contract §9).
 * A payout may be paid twice by it, so that where `operations.four_eyes` holds it is a proposal until another operator
 * says the same. Fails with type REFUSED when something a provider has said contradicts it, or the payment is over already.
 */
export function createResolveTransaction({ database, needsTwoPersons }: ActivityDependencies) {
  return async function resolveTransaction(identifier: string, resolution: Resolution): Promise<Resolved> {
    const load = async (): Promise<ToldTransaction> => {
      const loaded = await loadEvidence(database, identifier);
      if (!loaded) throw refusal('There is no such payment.');
      return loaded;
    };
    const told = await load();
    if (told.transaction.type === 'payout' && needsTwoPersons()) {
      decide(told, resolution);
      const said = { ...resolution, kind: 'resolve', decision: resolution.status } as const;
      const proposal = await askTwoPersons(database, identifier, said);
      if (proposal !== undefined) return { ...standingOf(told), proposal };
    }
    const step = await decideAndRecord(database, told, {
      decide: (now) => decide(now, resolution),
      reload: load,
    });
    return standingAfter(step);
  };
}

function decide(told: ToldTransaction, resolution: Resolution) {
  const { transaction, evidence } = told;
  if (isFinal(transaction.status)) throw refusal(`The payment is final already: ${transaction.status}.`);
  const said = contradictsResolution(resolution.status, evidence);
  if (said) throw refusal(`A provider has said ${said}; ${resolution.status} contradicts it.`);
  return {
    decision: { decision: `resolved: ${resolution.status}`, ...resolution },
    move: endTransaction(told, {
      to: resolution.status,
      source: 'operator',
      error: resolution.status === 'success' ? undefined : 'declined',
    }),
    forgetCard: true,
  };
}
