import { encoded } from '#contracts/step-result';
import type { BankChoice } from '#contracts/transaction-workflow';
import { afterCancel, afterExpiry, type Canceller } from '#domain/transaction/decide-end';
import { chooseBank } from '#persistence/transactions/bank-code-challenges';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { publishStep } from './publish-step.js';

/*
 * The ends of the wait for input, before anything is sent: for the customer to post the hosted page, which the checkout
 * records itself, or for the merchant to choose the bank of a payout.
 */

/** Chooses the bank, once. A repeated call returns the bank that was chosen. */
export function createChooseBankCode({ database }: Pick<ActivityDependencies, 'database'>) {
  return async function chooseBankCode(
    identifier: string,
    bankCode: string,
    held?: 'held',
  ): Promise<BankChoice> {
    const chosen = await chooseBank(database, identifier, { bankCode, isHeld: held !== undefined });
    crashPoint('after choice');
    return { bankCode: chosen };
  };
}

type EndDependencies = Pick<ActivityDependencies, 'database' | 'log' | 'metrics' | 'noteEnd'>;

/** Ends the transaction once its time is over by the clock of Postgres, which has set that time. */
export function createExpireUnsent(dependencies: EndDependencies) {
  const { database } = dependencies;
  return encoded(async function expireUnsent(identifier: string) {
    const reload = () => loadKnown(database, identifier);
    const known = await reload();
    if (known.clock() < known.transaction.payableUntil) return { state: stateNow(known) };
    const state = await decideAndRecord(database, known, {
      decide: (current) => afterExpiry(current, momentOf(current)),
      reload,
      publish: publishStep(dependencies),
    });
    return { state };
  });
}

/** Ends the transaction for a customer, operator or merchant who cancels it; changes nothing once it may have been sent. */
export function createCancelUnsent(dependencies: EndDependencies) {
  const { database } = dependencies;
  return encoded(async function cancelUnsent(identifier: string, by?: Canceller) {
    const reload = () => loadKnown(database, identifier);
    const state = await decideAndRecord(database, await reload(), {
      decide: (current) => afterCancel(current, by, momentOf(current)),
      reload,
      publish: publishStep(dependencies),
    });
    return { state };
  });
}
