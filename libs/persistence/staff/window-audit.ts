import type { Database } from '../database.js';
import { readTable, viewActions, type StaffRow, type StaffTable } from './staff-table.js';

/** Which rows of the audit log are wanted. */
export type AuditFilter = {
  /** `changes`: all but looks; `looks`: what was looked at. Undefined: changes. */
  readonly kind?: 'changes' | 'looks' | 'all' | undefined;
  /** Part of the actor's name, in upper or lower case. */
  readonly who?: string | undefined;
  /** The id of the last row that was looked at: only older ones are. */
  readonly before?: string | undefined;
};

export type AuditWindow = {
  /** The newest first. */
  readonly rows: readonly StaffRow[];
  /** The last row that was looked at; undefined if there is nothing older. */
  readonly before: string | undefined;
};

/** How many rows one page looks at at most, even if few of them are wanted. */
export const auditLookedAtMax = 10_000;

const looks = viewActions.map((action) => `'${action}'`).join(', ');
const kinds = { changes: `action not in (${looks})`, looks: `action in (${looks})`, all: 'true' } as const;

export const auditTable = {
  title: 'Changes',
  columns: {
    At: 'at',
    Who: 'actor',
    Login: 'login',
    What: 'action',
    Identifier: `case when action in ('transaction.viewed', 'decision.taken', 'review.closed') then subject end`,
    Version: `case when action = 'configuration.applied' then subject end`,
    Subject: `case when action not in ('transaction.viewed', 'decision.taken', 'review.closed', 'configuration.applied')
      then subject end`,
    Details: 'details::text',
    Row: 'id::text',
  },
  from: '',
} as const satisfies StaffTable;

/** Reads by key, page by page: at most `auditLookedAtMax` rows, and of these at most `limit` that are wanted. */
export async function windowAudit(
  database: Pick<Database, 'query'>,
  { kind = 'changes', who, before }: AuditFilter,
  limit: number,
): Promise<AuditWindow> {
  const range = 'where id < coalesce($1::bigint, 9223372036854775807) order by id desc';
  const rows = await readTable(
    database,
    {
      ...auditTable,
      from: `(select * from audit_log ${range} limit ${auditLookedAtMax}) as looked_at
        where ${kinds[kind]} and ($2::text is null or strpos(lower(actor), lower($2)) > 0)
        order by id desc limit ${limit}`,
    },
    [before ?? null, who ?? null],
  );
  if (rows.length === limit) return { rows, before: String(rows.at(-1)?.['Row']) };
  const [last] = await database.query<{ id: string }[]>(
    `select id::text from audit_log ${range} offset ${auditLookedAtMax - 1} limit 1`,
    [before ?? null],
  );
  return { rows, before: last?.id };
}
