import type { BankChoice } from '#contracts/transaction-flow';
import { chooseBank } from '#persistence/transactions/bank-code-challenges';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';

/** Chooses the bank of a payout, once; repeating it answers the bank that was chosen. */
export function createChooseBankCode({ database }: ActivityDependencies) {
  return async function chooseBankCode(identifier: string, bankCode: string): Promise<BankChoice> {
    const chosen = await chooseBank(database, identifier, bankCode);
    crashPoint('after choice');
    return { bankCode: chosen };
  };
}
