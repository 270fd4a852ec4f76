import { lateFor, matchOf } from '../reports/entry-parts.js';
import { trimmed as text } from './case-tables.js';
import { entryColumns, financeLists } from './finance-tables.js';
import type { StaffTable } from './staff-table.js';

/** An entry is found by its cause, which has an index, and then by its id. */
const isEntry = `where entry.cause = split_part($1, '.', 1)::uuid and entry.id = split_part($1, '.', 2)::bigint`;

/** One thing and what leads to it and on from it; `$1` is its id in each table. */
export type FinanceCase = {
  /** The form of its id. */
  readonly id: RegExp;
  readonly facts: StaffTable;
  readonly sections: readonly StaffTable[];
};

const lineColumns = {
  Line: 'line.line_id::text',
  Booked: 'line.booked_on::text',
  Kind: 'line.kind',
  'Provider’s word': 'line.unknown_kind',
  Reference: 'line.reference',
  'Provider’s id': 'line.provider_id',
  Gross: text('line.gross'),
  Fee: text('line.fee'),
  Tax: text('line.tax'),
  Net: text('line.net'),
  Currency: 'line.currency',
  'Paid out with': 'line.settlement',
  'Late for': lateFor,
} as const;

const matchColumns = {
  Turn: 'turn',
  By: 'way',
  Identifier: 'identifier::text',
  Kind: 'entry_kind',
  Reversal: `nullif(reversal_id, '')`,
  Settlement: 'settlement::text',
  Person: 'author',
  Reason: 'reason',
  Evidence: 'evidence',
  Matched: 'matched_at',
} as const;
const matchesOfLine: StaffTable = {
  title: 'What it stands for',
  columns: matchColumns,
  from: 'statement_matches where line_id = $1::uuid order by turn desc',
};
const entriesOfLine: StaffTable = {
  title: 'Entries',
  columns: entryColumns,
  from: `provider_entries as entry ${matchOf()} where entry.cause = $1::uuid order by entry.id`,
};
const differencesWhere = (condition: string): StaffTable => ({
  title: 'Differences',
  columns: {
    Difference: 'id::text',
    State: 'state',
    Class: 'class',
    Day: 'on_day::text',
    Amount: text('amount'),
    Opened: 'opened_at',
  },
  from: `differences where ${condition} order by id`,
});
const fileOf = (file: string): StaffTable => ({
  title: 'File',
  columns: {
    File: 'id::text',
    Account: 'account',
    From: 'from_on::text',
    To: 'to_on::text',
    Name: 'name',
    Imported: 'imported_at',
    'SHA-256': 'sha256',
  },
  from: `statement_files where id = ${file}`,
});

const rowId = /^[1-9]\d{0,17}$/;
const lineId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const entryId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[1-9]\d{0,17}$/;

/** By its name in an address. */
export const financeCases: Readonly<Record<string, FinanceCase>> = {
  entries: {
    id: entryId,
    facts: {
      title: 'Entry',
      columns: entryColumns,
      from: `provider_entries as entry ${matchOf()} ${isEntry} limit 1`,
    },
    sections: [
      {
        title: 'Statement line',
        columns: lineColumns,
        from: `provider_entries as entry ${matchOf()}
          join statement_lines as line on line.line_id = coalesce(entry.line_id, matched.line_id) ${isEntry}`,
      },
      fileOf(`(select line.file from provider_entries as entry ${matchOf()}
        join statement_lines as line on line.line_id = coalesce(entry.line_id, matched.line_id) ${isEntry} limit 1)`),
    ],
  },
  lines: {
    id: lineId,
    facts: {
      title: 'Statement line',
      columns: {
        ...lineColumns,
        File: 'line.file::text',
        Account: 'line.account',
        Key: 'line.line_key',
        Value: 'line.value_on::text',
        Converted: `nullif(concat_ws(' ', line.settled_amount, line.settled_currency, line.rate), '')`,
        Imported: 'line.imported_at',
      },
      from: 'statement_lines as line where line.line_id = $1::uuid limit 1',
    },
    sections: [
      matchesOfLine,
      entriesOfLine,
      fileOf('(select file from statement_lines where line_id = $1::uuid limit 1)'),
      differencesWhere('line_id = $1::uuid'),
    ],
  },
  'bank-lines': {
    id: lineId,
    facts: {
      title: 'Bank line',
      columns: {
        'Bank line': 'line_id::text',
        File: 'file::text',
        Account: 'account',
        Booked: 'booked_on::text',
        Direction: 'direction',
        Amount: text('amount'),
        Currency: 'currency',
        'Bank’s reference': 'bank_reference',
        References: `array_to_string(words, ' ')`,
        'Takes back': 'is_reversal',
        Imported: 'imported_at',
      },
      from: 'bank_lines where line_id = $1::uuid limit 1',
    },
    sections: [
      matchesOfLine,
      entriesOfLine,
      fileOf('(select file from bank_lines where line_id = $1::uuid)'),
      differencesWhere('line_id = $1::uuid'),
    ],
  },
  files: {
    id: rowId,
    facts: {
      title: 'Statement',
      columns: financeLists['statements']?.columns ?? {},
      from: 'statement_files as files where id = $1::bigint',
    },
    sections: [
      {
        title: 'Lines',
        columns: lineColumns,
        from: `statement_lines as line where file = $1::bigint order by booked_on, line_id limit 500`,
      },
      {
        title: 'Bank lines',
        columns: {
          'Bank line': 'line_id::text',
          Booked: 'booked_on::text',
          Direction: 'direction',
          Amount: text('amount'),
          Currency: 'currency',
          'Bank’s reference': 'bank_reference',
        },
        from: `bank_lines where file = $1::bigint order by booked_on, line_id limit 500`,
      },
      differencesWhere('file = $1::bigint'),
    ],
  },
  settlements: {
    id: rowId,
    facts: {
      title: 'Settlement',
      columns: { ...financeLists['settlements']?.columns, 'Bank line': 'bank_line::text' },
      from: 'settlements where id = $1::bigint',
    },
    sections: [
      {
        title: 'Lines',
        columns: lineColumns,
        from: `settlements join statement_lines as line on line.account = settlements.account
            and line.settlement = settlements.reference and line.currency = settlements.currency
          where settlements.id = $1::bigint order by line.kind = 'settlement' desc, line.booked_on, line.line_id limit 500`,
      },
      differencesWhere('settlement = $1::bigint'),
    ],
  },
  differences: {
    id: rowId,
    facts: {
      title: 'Difference',
      columns: {
        ...financeLists['differences']?.columns,
        File: 'file::text',
        Settlement: 'settlement::text',
        Method: 'method',
      },
      from: 'differences as difference where id = $1::bigint',
    },
    sections: [
      {
        title: 'What persons decided',
        columns: {
          At: 'decided_at',
          Decision: 'decision',
          Operator: 'operator',
          Reason: 'reason',
          Evidence: 'evidence',
        },
        from: 'difference_decisions where difference = $1::bigint order by id',
      },
      {
        title: 'Statement line',
        columns: lineColumns,
        from: `differences join statement_lines as line using (line_id) where differences.id = $1::bigint`,
      },
      {
        title: 'Stands for',
        columns: {
          Difference: 'id::text',
          Identifier: 'identifier::text',
          Line: 'line_id::text',
          Amount: text('amount'),
          State: 'state',
        },
        from: 'differences where part_of = $1::bigint order by id limit 500',
      },
    ],
  },
};
