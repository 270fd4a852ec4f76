import { firstIdentifier } from '#domain/transaction/shown-number';
import type { Database } from '../database.js';
import { transactionSubject } from './open-lists.js';
import { readTable, type StaffRow, type StaffTable } from './staff-table.js';

/** Which transactions are wanted. Undefined: any. */
export type TransactionFilter = {
  readonly merchant?: string | undefined;
  readonly type?: string | undefined;
  /** `open`: those that have not ended. */
  readonly status?: string | undefined;
  readonly method?: string | undefined;
  readonly provider?: string | undefined;
  /** Part of the merchant's reference, in upper or lower case. */
  readonly part?: string | undefined;
  /** Of UTC, as `YYYY-MM-DD`: the day of the identifier, which begins with its time. */
  readonly day?: string | undefined;
  /** The identifier of the last one that was looked at: only older ones are. */
  readonly after?: string | undefined;
};

export type TransactionWindow = {
  /** The newest first. */
  readonly rows: readonly StaffRow[];
  /** Where to go on: the last one that was looked at; undefined if there is nothing older. */
  readonly after: string | undefined;
  /** When that one was created. */
  readonly lookedBackTo: Date | undefined;
};

/** How many transactions one page looks at at most, even if few are wanted: the filtered fields have no index, but the time has one. */
export const lookedAtMax = 10_000;
const dayMs = 24 * 60 * 60_000;

const filters = {
  type: 'type = $',
  status: `case when $ = 'open' then finished_at is null else status = $ end`,
  method: 'method = $',
  provider: 'provider = $',
  part: 'strpos(lower(reference), lower($)) > 0',
} as const;

export const transactionColumns: StaffTable['columns'] = {
  Created: 'created_at',
  ...transactionSubject,
  Provider: 'provider',
  Error: `coalesce(error_description, nullif(error_reason, ''))`,
  Finished: 'finished_at',
};

/**
 * Reads by key, page by page: at most `lookedAtMax` transactions, in the order of their time, by the index of the merchant or
 * that of the identifier, and of these at most `limit` that are wanted.
 */
export async function windowTransactions(
  database: Pick<Database, 'query'>,
  wanted: TransactionFilter,
  limit: number,
): Promise<TransactionWindow> {
  const { range, values } = rangeOf(wanted);
  const kept = [...values];
  const conditions = Object.entries(filters).flatMap(([name, condition]) => {
    const value = wanted[name as keyof typeof filters];
    if (value === undefined) return [];
    kept.push(value);
    return [condition.replaceAll('$', () => `$${kept.length}::text`)];
  });
  const order = wanted.merchant === undefined ? 'identifier desc' : 'created_at desc, identifier desc';
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const rows = await readTable(
    database,
    {
      title: 'Transactions',
      columns: transactionColumns,
      from: `(select * from transactions ${range} order by ${order} limit ${lookedAtMax}) as transactions
        ${where} order by ${order} limit ${limit}`,
    },
    kept,
  );
  if (rows.length === limit) {
    const last = rows.at(-1);
    return { rows, after: String(last?.['Identifier']), lookedBackTo: last?.['Created'] as Date };
  }
  const [last] = await database.query<{ identifier: string; created_at: Date }[]>(
    `select identifier, created_at from transactions ${range} order by ${order} offset ${lookedAtMax - 1} limit 1`,
    values,
  );
  return { rows, after: last?.identifier, lookedBackTo: last?.created_at };
}

/** A condition on what one of the two indexes is ordered by, and its values. */
function rangeOf({ merchant, day, after }: TransactionFilter): {
  readonly range: string;
  readonly values: string[];
} {
  const values: string[] = [];
  const put = (value: string, type: string) => `$${values.push(value)}::${type}`;
  const conditions: string[] = [];
  const start = day === undefined ? undefined : Date.parse(day);
  if (merchant !== undefined) {
    conditions.push(`merchant = ${put(merchant, 'text')}`);
    if (start !== undefined)
      conditions.push(
        `created_at >= ${put(new Date(start).toISOString(), 'timestamptz')}`,
        `created_at < ${put(new Date(start + dayMs).toISOString(), 'timestamptz')}`,
      );
    if (after !== undefined) {
      const last = put(after, 'uuid');
      conditions.push(
        `(created_at, identifier) < ((select created_at from transactions where identifier = ${last}), ${last})`,
      );
    }
  } else {
    if (start !== undefined)
      conditions.push(
        `identifier >= ${put(firstIdentifier(start), 'uuid')}`,
        `identifier < ${put(firstIdentifier(start + dayMs), 'uuid')}`,
      );
    if (after !== undefined) conditions.push(`identifier < ${put(after, 'uuid')}`);
  }
  return { range: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}
