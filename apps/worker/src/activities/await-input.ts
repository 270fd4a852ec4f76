import type { BankChoice, WorkflowState } from '#contracts/transaction-workflow';
import { afterCancel, afterExpiry, type Canceller } from '#domain/transaction/decide-end';
import { chooseBank } from '#persistence/transactions/bank-code-challenges';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { tellStep } from './tell-step.js';

/*
 * How the wait for input ends, while surely nothing was sent: for a customer to post the hosted page, which the checkout
 * records itself, or for a merchant to choose the bank of a payout.
 */

/** Chooses the bank, once. Repeated, it answers the bank that was chosen. */
export function createChooseBankCode({ database }: ActivityDependencies) {
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

/** Ends the transaction if its time is over, by Postgres' clock, which set it. */
export function createExpireUnsent(dependencies: ActivityDependencies) {
  const { database } = dependencies;
  return async function expireUnsent(identifier: string): Promise<WorkflowState> {
    const reload = () => loadKnown(database, identifier);
    const known = await reload();
    if (known.clock() < known.transaction.payableUntil) return stateNow(known);
    return decideAndRecord(database, known, {
      decide: (current) => afterExpiry(current, momentOf(current)),
      reload,
      tell: tellStep(dependencies),
    });
  };
}

/**
 * Ends the transaction because the customer or an operator gives it up, or the merchant cancels it; changes nothing once it
 * may have been sent.
 */
export function createCancelUnsent(dependencies: ActivityDependencies) {
  const { database } = dependencies;
  return async function cancelUnsent(identifier: string, by?: Canceller): Promise<WorkflowState> {
    const reload = () => loadKnown(database, identifier);
    return decideAndRecord(database, await reload(), {
      decide: (current) => afterCancel(current, by, momentOf(current)),
      reload,
      tell: tellStep(dependencies),
    });
  };
}
