import { merchantsOf } from '../merchants-of.js';
import { transactionSubject } from './open-lists.js';
import type { StaffTable } from './staff-table.js';

const merchants = merchantsOf('transactions');

export const merchantsTable = {
  title: 'Merchants',
  columns: { Merchant: 'merchant' },
  from: `(with recursive ${merchants} select merchant from merchants where merchant is not null order by merchant) as known`,
} as const satisfies StaffTable;

/**
 * Transactions by what people have in hand: the identifier, the merchant's reference, our reference towards the provider, the
 * provider's own id, or the id of a callback, each as a whole and each by an index; or the number that a customer reads out.
 * `$1` is what was typed, `$2` the same if it is an identifier, otherwise null; `$3` and `$4` are the first identifier of the
 * number's minute and of the next one, `$5` is the number's tail, null if it is no number.
 */
export const foundTable: StaffTable = {
  title: 'Found',
  columns: { ...transactionSubject, Created: 'created_at' },
  from: `(
    with recursive ${merchants}
    select $2::uuid as identifier
    union select referenced.identifier from merchants
      cross join (values ('payment'), ('payout'), ('refund')) as types (type)
      cross join lateral (
        select identifier from transactions
        where transactions.merchant = merchants.merchant and transactions.type = types.type and reference = $1
        limit 1
      ) as referenced
    union select identifier from attempts where provider_reference = $1
    union (select identifier from attempts where provider_id = $1 limit 50)
    union select identifier from events where event_id = $1
    union (select identifier from transactions
      where identifier >= $3::uuid and identifier < $4::uuid
        and ('x' || right(replace(identifier::text, '-', ''), 10))::bit(40)::bigint % 100000 = $5::bigint
      limit 50)
  ) as found cross join lateral (
    select * from transactions where transactions.identifier = found.identifier limit 1
  ) as transactions
  order by created_at desc limit 50`,
};
