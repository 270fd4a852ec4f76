import { ApplicationFailure } from '@temporalio/activity';
import type { Resolution } from '#contracts/operator-updates';
import type { Standing } from '#contracts/transaction-flow';
import { contradictsResolution } from '#domain/transactions/contradicts-resolution';
import { isFinal } from '#domain/transaction';
import { loadEvidence } from '#persistence/transactions/load-evidence';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction } from './end-transaction.js';
import { stand } from './stand.js';

/**
 * Ends a payment on an operator's decision, which is recorded with its reason in the same statement (contract §9).
 * Fails with type REFUSED when something a provider has said contradicts it, or the payment is over already.
 */
export function createResolveTransaction({ database }: ActivityDependencies) {
  return async function resolveTransaction(identifier: string, resolution: Resolution): Promise<Standing> {
    const loaded = await loadEvidence(database, identifier);
    if (!loaded) throw refusal('There is no such payment.');
    const { transaction, evidence } = loaded;
    if (isFinal(transaction.status)) throw refusal(`The payment is final already: ${transaction.status}.`);
    const said = contradictsResolution(resolution.status, evidence);
    if (said) throw refusal(`A provider has said ${said}; ${resolution.status} contradicts it.`);
    const { moved, status } = await recordProgress(database, {
      identifier,
      decision: { decision: `resolved: ${resolution.status}`, ...resolution },
      move: endTransaction(transaction, {
        to: resolution.status,
        source: 'operator',
        error: resolution.status === 'success' ? undefined : 'declined',
      }),
      forgetCard: true,
    });
    if (!moved) throw refusal(`The payment has moved meanwhile: ${status}.`);
    return stand(transaction, status, 'waiting');
  };
}

function refusal(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'REFUSED');
}
