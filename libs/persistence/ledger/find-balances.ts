import { writeInFull } from '#domain/values/money';
import type { Database } from '../database.js';
import { LedgerBalanceEntity } from '../entities/ledger.js';

/** Decimal strings in major units, with all decimals of the currency. */
export type Balance = { readonly currency: string; readonly available: string; readonly reserved: string };

/** Every currency in which anything was ever posted to what the merchant may pay out, in alphabetical order. */
export async function findBalances(database: Database, merchant: string): Promise<readonly Balance[]> {
  const balances = await database
    .getRepository(LedgerBalanceEntity)
    .find({ where: { merchant }, order: { currency: 'asc' } });
  return balances.map(({ currency, available, reserved }) => ({
    currency,
    available: writeInFull(available, currency),
    reserved: writeInFull(reserved, currency),
  }));
}
