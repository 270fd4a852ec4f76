import { findAccount } from '#gateway/connectors/find-account';
import {
  loadTransfer,
  openTransferDetails,
  settleTransfer,
  type TransferOutcome,
} from '#persistence/transactions/transfer-details';
import type { ActivityDependencies } from './activity-dependencies.js';
import { again } from './failures.js';
import { callTimed } from './with-heartbeat.js';

/**
 * Passes the details of a transfer on to the payment's provider. Safe to repeat, because providers accept the same details
 * twice. Throws `TRANSFER_DUE` while the provider has not answered, so that Temporal retries, until the details are purged.
 */
export function createPassTransferOn(dependencies: ActivityDependencies) {
  const { database, envelopeCipher, log } = dependencies;
  return async function passTransferOn(identifier: string): Promise<TransferOutcome | 'settled before'> {
    const settle = async (outcome: TransferOutcome) => {
      await settleTransfer(database, identifier, outcome);
      return outcome;
    };
    const loaded = await loadTransfer(database, identifier);
    if (!loaded || loaded.isSettled) return 'settled before';
    const { transaction, attempt, ciphertext } = loaded;
    if (!ciphertext) return settle('forgotten');
    const found = attempt && findAccount(dependencies.configuration(), attempt, 'payment');
    if (!attempt || found?.kind !== 'found')
      throw due('no account of the provider is configured for its MID now');
    const { account } = found;
    const submit = found.calls.submitTransferDetails;
    if (!submit) return settle('not_supported');

    const details = openTransferDetails(envelopeCipher, identifier, ciphertext);
    const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
    const call = { transaction, attempt, operation: 'transfer_details' } as const;
    const result = await callTimed(dependencies, call, () =>
      submit(attempt.providerReference, details, account, limit),
    );
    if (result.kind === 'noAnswer') throw due(`the provider has not answered: ${result.detail}`);
    if (result.kind === 'refused')
      log.warn({ identifier, reason: result.reason }, 'transfer details refused');
    return settle(result.kind);
  };
}

function due(message: string) {
  return again('TRANSFER_DUE', message);
}
