import { merchantsOf } from '../merchants-of.js';

/** The accounts of a merchant that hold what we owe to it (contract §13, §15.7). */
const owed = ['available', 'reserved', 'collected', 'refunding'] as const;
/** Where the money is, in the books of the providers (contract §16.1). */
const kept = ['held', 'in_transfer'] as const;

const sumOf = (account: string) =>
  `coalesce(sum(amount) filter (where account = '${account}'), 0) as ${account}`;
const postings = `cross join lateral (values (from_account, -amount), (to_account, amount)) as posting (account, moved)`;

/**
 * What we owe to each merchant in each currency, and where it is, by everything that was posted up to the instant `at`, an SQL
 * expression. Reads all earlier entries of the ledger, but of the provider books only those since the last closed month. The
 * house is the empty merchant.
 */
export const owedBalances = (at: string) => `(
  with recursive asked as materialized (select ${at} as at),
  closed as materialized (
    select month, until from periods where until <= (select at from asked) order by until desc limit 1
  ), ${merchantsOf('provider_entries')}, moved as (
    select merchant, currency, account, moved as amount
    from ledger_entries ${postings}
    where posted_at <= (select at from asked)
    union all
    select merchant, currency, account, balance from closed join period_balances using (month) where book = 'provider'
    union all
    select entry.merchant, entry.currency, account, moved
    from merchants join provider_entries as entry on entry.merchant = merchants.merchant
      ${postings}
    where posted_at >= coalesce((select until from closed), '-infinity') and posted_at <= (select at from asked)
  )
  select merchant, currency, ${[...owed, ...kept].map(sumOf).join(', ')},
    coalesce(sum(amount) filter (where account in (${owed.map((account) => `'${account}'`).join(', ')})), 0) as owed
  from moved
  where account in (${[...owed, ...kept].map((account) => `'${account}'`).join(', ')})
  group by merchant, currency
)`;
