import type { Configuration } from '#domain/configuration';
import type { Database } from '../database.js';

/** Nobody else posts in this name: the database takes one such entry for each merchant and currency. */
export const openingAuthor = 'configuration';

/**
 * Posts what the configuration gives merchants to start with: once per merchant and currency, whatever it says later.
 * In one order, so that two configurations applied at once do not wait for each other in a circle.
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
