import { fromMinorUnits, toMinorUnits } from '#domain/values/money';
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
    available: inFull(available, currency),
    reserved: inFull(reserved, currency),
  }));
}

/** Postgres adds up as many decimals as were written. */
function inFull(amount: string, currency: string): string {
  return fromMinorUnits(toMinorUnits({ amount, currency }), currency);
}
