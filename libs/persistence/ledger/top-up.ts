import type { Money } from '#domain/money';
import type { Database } from '../database.js';

/** Who posts it and why; neither is empty. */
export type Cause = { readonly author: string; readonly reason: string };

/**
 * Posts money that a merchant has given us to pay out. Every call posts; nothing is posted to a merchant that the
 * newest configuration does not know. The amount is a positive decimal no finer than the currency's minor unit.
 */
export async function topUp(
  database: Database,
  it: { readonly merchant: string; readonly money: Money } & Cause,
): Promise<'posted' | 'merchantUnknown'> {
  const rows = await database.sql<unknown[]>`
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
    select ${it.merchant}, ${it.money.currency}, 'funding', 'available', ${it.money.amount}::numeric, 'top_up',
      ${it.author}, ${it.reason}
    from (select document from configurations order by version desc limit 1) as newest
    where document->'merchants' ? ${it.merchant}
    returning id`;
  return rows.length === 1 ? 'posted' : 'merchantUnknown';
}
