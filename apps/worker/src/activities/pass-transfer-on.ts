import { findAccount } from '#gateway/connectors/find-account';
import {
  loadTransfer,
  openTransferDetails,
  settleTransfer,
  type TransferOutcome,
} from '#persistence/transactions/transfer-details';
import type { ActivityDependencies } from './activity-dependencies.js';
import { again } from './failures.js';
import { whileBeating } from './while-beating.js';

/**
 * Passes the details of a transfer on to the provider that has the payment. Safe to repeat: the provider takes the
 * same details twice. Fails on purpose while the provider has not answered, so that Temporal asks again; the end of
 * the retention ends that too.
 */
export function createPassTransferOn(dependencies: ActivityDependencies) {
  const { database, sealedBox, log } = dependencies;
  return async function passTransferOn(identifier: string): Promise<TransferOutcome | 'settled before'> {
    const settle = async (outcome: TransferOutcome) => {
      await settleTransfer(database, identifier, outcome);
      return outcome;
    };
    const loaded = await loadTransfer(database, identifier);
    if (!loaded || loaded.isSettled) return 'settled before';
    const { transaction, attempt, box } = loaded;
    if (!box) return settle('forgotten');
    const found = attempt && findAccount(dependencies.configuration(), attempt);
    if (!attempt || found?.kind !== 'found') throw due('there is no way to the provider now');
    const { connector, account } = found;
    if (!connector.submitTransferDetails) return settle('not_supported');

    const details = openTransferDetails(sealedBox, identifier, box);
    const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
    const submit = connector.submitTransferDetails.bind(connector);
    const result = await whileBeating(() => submit(attempt.providerReference, details, account, limit));
    if (result.kind === 'noAnswer') throw due(result.detail);
    if (result.kind === 'refused')
      log.warn({ identifier, reason: result.reason }, 'transfer details refused');
    return settle(result.kind);
  };
}

function due(message: string) {
  return again('TRANSFER_DUE', `the provider has not answered: ${message}`);
}
