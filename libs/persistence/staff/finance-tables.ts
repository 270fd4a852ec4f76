import { owedBalances } from '../ledger/owed-balances.js';
import { lateFor, matchOf } from '../reports/entry-parts.js';
import { trimmed as text } from './case-tables.js';
import type { StaffTable } from './staff-table.js';

/** Lists of money reconciled (contract §16), by their name in an address; `$1` is how many rows at most. */
export const financeLists: Readonly<Record<string, StaffTable>> = {
  statements: {
    title: 'Statements',
    columns: {
      File: 'files.id::text',
      Of: 'source',
      Account: 'account',
      From: 'from_on::text',
      To: 'to_on::text',
      Lines: 'lines',
      New: 'new_lines',
      Balances: `(select string_agg(concat_ws(' ', currency, opening, '→', closing), ', ' order by currency)
        from statement_balances where file = files.id)`,
      Came: 'way',
      Name: 'name',
      'Imported by': 'imported_by',
      Imported: 'imported_at',
      'SHA-256': 'sha256',
    },
    from: 'statement_files as files order by id desc limit $1',
  },
  settlements: {
    title: 'Settlements',
    columns: {
      Settlement: 'settlements.id::text',
      Account: 'account',
      Reference: 'reference',
      Booked: 'booked_on::text',
      Amount: text('amount'),
      Currency: 'currency',
      Lines: 'lines',
      'Sum of lines': text('lines_net'),
      'Does not add up by': `nullif(amount - lines_net, 0)::text`,
      Arrived: 'arrived_on::text',
      Line: 'line_id::text',
    },
    from: 'settlements order by arrived_on is not null, booked_on desc, id desc limit $1',
  },
  differences: {
    title: 'Differences',
    columns: {
      Difference: 'difference.id::text',
      State: 'state',
      Class: 'class',
      Account: 'account',
      Day: 'on_day::text',
      Amount: text('amount'),
      'In the books': text('expected'),
      Currency: 'currency',
      Count: 'count',
      Identifier: 'identifier::text',
      Line: 'line_id::text',
      Opened: 'opened_at',
      Closed: 'closed_at',
      How: 'closed_how',
      By: 'closed_by',
      Reason: 'closing_reason',
    },
    // Two indexes: what is open, and what was closed last.
    from: `(
        (select * from differences where part_of is null and state = 'open' order by opened_at, id limit $1)
        union all
        (select * from differences where part_of is null and state <> 'open' order by closed_at desc, id limit $1)
      ) as difference
      order by state <> 'open', case when state = 'open' then opened_at end, closed_at desc, id limit $1`,
  },
  balances: {
    title: 'Balances',
    columns: {
      Merchant: `coalesce(nullif(merchant, ''), 'the house')`,
      Currency: 'currency',
      Available: text('available'),
      Reserved: text('reserved'),
      Collected: text('collected'),
      Refunding: text('refunding'),
      'We owe': text('owed'),
      'At providers': text('held'),
      'On its way to us': text('in_transfer'),
    },
    from: `${owedBalances(`timestamptz 'infinity'`)} as balances order by merchant, currency limit $1`,
    summed: ['Available', 'Reserved', 'Collected', 'Refunding', 'We owe', 'At providers', 'On its way to us'],
    instead: {
      says: `All entries together take longer than a page may. This is what payouts may spend and hold; what we owe in all says
        npm run ledger:balances (docker compose run --rm admin ledger balances).`,
      table: {
        title: 'Balances',
        columns: {
          Merchant: 'merchant',
          Currency: 'currency',
          Available: text('available'),
          Reserved: text('reserved'),
        },
        from: 'ledger_balances order by merchant, currency limit $1',
        summed: ['Available', 'Reserved'],
      },
    },
  },
};

export const entryColumns = {
  Entry: `entry.cause || '.' || entry.id`,
  Posted: 'entry.posted_at',
  Kind: 'entry.kind',
  Merchant: `coalesce(nullif(entry.merchant, ''), 'the house')`,
  From: 'entry.from_account',
  To: 'entry.to_account',
  Amount: text('entry.amount'),
  Currency: 'entry.currency',
  MID: `nullif(entry.mid, '')`,
  Provider: 'entry.provider',
  Method: 'entry.method',
  Identifier: 'coalesce(entry.identifier, matched.identifier)::text',
  Reversal: `nullif(entry.reversal_id, '')`,
  Line: 'coalesce(entry.line_id, matched.line_id)::text',
} as const;

/**
 * The entries that a number of a day is made of: `$1` merchant, `$2` day (UTC), `$3` how many at most, and where they are not
 * null `$4` provider, `$5` method, `$6` currency, `$7` kinds, separated by commas.
 */
export const entriesOfDay: StaffTable = {
  title: 'Entries',
  columns: {
    ...entryColumns,
    'Late for': `(select ${lateFor} from statement_lines as line where line.line_id = entry.line_id)`,
  },
  from: `(
      select * from provider_entries
      where merchant = $1 and posted_at >= $2::date::timestamp at time zone 'UTC'
        and posted_at < ($2::date + 1)::timestamp at time zone 'UTC'
        and kind not in ('arrival', 'write_off')
        and ($4::text is null or coalesce(provider, mid) = $4)
        and ($5::text is null or coalesce(method, '') = $5) and ($6::text is null or currency = $6)
        and ($7::text is null or kind = any(string_to_array($7, ',')))
      order by committed_in, id limit $3
    ) as entry ${matchOf()} order by entry.committed_in, entry.id`,
};
