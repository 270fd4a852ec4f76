import type { Configuration } from '#domain/configuration/configuration';
import type { Money } from '#domain/values/money';
import type { Database } from '../database.js';

/**
 * Posts money that a merchant has given us to pay out. Every call posts; nothing is posted to a merchant that the
 * newest configuration does not know. The amount is a positive decimal no finer than the currency's minor unit.
 */
export async function topUp(
  database: Database,
  {
    merchant,
    money,
    author,
    reason,
  }: {
    readonly merchant: string;
    readonly money: Money;
    /** The author and the reason; neither is empty. */
    readonly author: string;
    readonly reason: string;
  },
): Promise<'posted' | 'merchantUnknown'> {
  const rows = await database.sql<unknown[]>`
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
    select ${merchant}, ${money.currency}, 'funding', 'available', ${money.amount}::numeric, 'top_up',
      ${author}, ${reason}
    from (select document from configurations order by version desc limit 1) as newest
    where document->'merchants' ? ${merchant}
    returning id`;
  return rows.length === 1 ? 'posted' : 'merchantUnknown';
}

/** The reserved author of opening entries: the database takes one such entry for each merchant and currency. */
export const openingAuthor = 'configuration';

/**
 * Posts the opening balances of the configuration, once per merchant and currency, even if it changes later. In a fixed
 * order, so that two configurations applied at once cannot deadlock.
 */
export async function postOpeningBalances(
  database: Pick<Database, 'sql'>,
  { merchants }: Pick<Configuration, 'merchants'>,
): Promise<void> {
  const balances = Object.entries(merchants).flatMap(([merchant, { openingBalances }]) =>
    Object.entries(openingBalances).map(([currency, amount]) => ({ merchant, currency, amount })),
  );
  await database.sql`
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
    select merchant, currency, 'funding', 'available', amount, 'top_up', ${openingAuthor}, 'opening balance'
    from unnest(${balances.map(({ merchant }) => merchant)}::text[],
      ${balances.map(({ currency }) => currency)}::text[],
      ${balances.map(({ amount }) => amount)}::numeric[]) as opening (merchant, currency, amount)
    where amount > 0
    order by merchant, currency
    on conflict (merchant, currency) where kind = 'top_up' and author = 'configuration' do nothing`;
}
