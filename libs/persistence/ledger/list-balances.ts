import type { Database } from '../database.js';
import { owedBalances } from './owed-balances.js';

/** What we have of one merchant in one currency. Decimal strings in major units; `collected` and `held` may be negative. */
export type MerchantBalance = {
  /** Empty: the house. */
  readonly merchant: string;
  readonly currency: string;
  readonly available: string;
  readonly reserved: string;
  readonly collected: string;
  readonly refunding: string;
  /** What we owe to the merchant: all of these together, in the currency of its bills. */
  readonly owed: string;
  /** What providers hold, and what they have paid out but has not arrived yet, in the currency that moved. */
  readonly held: string;
  readonly inTransfer: string;
};

/**
 * The balances of all merchants by everything that was posted up to `at`, or by all entries without it. One statement, so that all
 * accounts are seen at one moment. It may take longer than a connection's usual time.
 */
export async function listBalances(
  database: Pick<Database, 'sql'>,
  at: Date | undefined,
): Promise<readonly MerchantBalance[]> {
  // A literal and no parameter: `owedBalances` takes SQL.
  const asked = at ? `timestamptz '${at.toISOString()}'` : `timestamptz 'infinity'`;
  const text = (column: string) => `trim_scale(${column})::text`;
  return database.sql<MerchantBalance[]>`
    select merchant, currency, ${() => text('available')} as available, ${() => text('reserved')} as reserved,
      ${() => text('collected')} as collected, ${() => text('refunding')} as refunding, ${() => text('owed')} as owed,
      ${() => text('held')} as held, ${() => text('in_transfer')} as "inTransfer"
    from ${() => owedBalances(asked)} as balances
    order by merchant, currency`;
}
