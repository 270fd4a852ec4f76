import { ApplicationFailure } from '@temporalio/activity';
import type { Resolution } from '#contracts/operator-updates';
import type { Standing } from '#contracts/transaction-flow';
import { isFinal } from '#domain/transaction';
import { contradictsResolution } from '#domain/transactions/contradicts-resolution';
import { loadEvidence, type ToldTransaction } from '#persistence/transactions/load-evidence';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction } from './end-transaction.js';
import { decideAndRecord, standingAfter } from './known.js';

/**
 * Ends a payment on an operator's decision, which is recorded with its reason in the same statement (contract §9).
 * Fails with type REFUSED when something a provider has said contradicts it, or the payment is over already.
 */
export function createResolveTransaction({ database }: ActivityDependencies) {
  return async function resolveTransaction(identifier: string, resolution: Resolution): Promise<Standing> {
    const load = async (): Promise<ToldTransaction> => {
      const loaded = await loadEvidence(database, identifier);
      if (!loaded) throw refusal('There is no such payment.');
      return loaded;
    };
    const step = await decideAndRecord(database, await load(), {
      decide: (told) => decide(told, resolution),
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

function refusal(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'REFUSED');
}
