import { createHash } from 'node:crypto';
import type { Database } from '../database.js';
import type { AuditEntity, AuditSealEntity } from '../entities/audit.js';

type AuditEntry = Pick<AuditEntity, 'id' | 'at' | 'actor' | 'action' | 'subject' | 'details' | 'login'>;
export type AuditSeal = Pick<AuditSealEntity, 'n' | 'throughId' | 'rowCount' | 'hash' | 'sealedAt'>;

/** A range of rows, by id or by time. */
export type AuditRange = {
  readonly afterId?: string;
  /** Inclusive. */
  readonly throughId?: string;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
};

const pageSize = 1_000;

/**
 * The rows of the range as lines, each a JSON object in canonical form. Seals are computed from the same lines, so an export
 * can be verified without the database. Oldest first, page by page.
 */
export async function* readAuditLines(
  database: Pick<Database, 'sql'>,
  { afterId = '0', throughId, from, to }: AuditRange,
): AsyncGenerator<string> {
  for (let after = afterId; ;) {
    const entries = await database.sql<AuditEntry[]>`
      select id, at, actor, action, subject, details, login from audit_log
      where id > ${after}::bigint and id <= coalesce(${throughId}::bigint, 9223372036854775807)
        and at >= coalesce(${from}::timestamptz, '-infinity') and at < coalesce(${to}::timestamptz, 'infinity')
      order by id limit ${pageSize}`;
    for (const entry of entries) yield lineOf(entry);
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageSize) return;
    after = last.id;
  }
}

function lineOf({ id, at, actor, action, subject, details, login }: AuditEntry): string {
  return JSON.stringify({ id, at: at.toISOString(), actor, action, subject, details, login });
}

/** The oldest first. */
export function listSeals(database: Pick<Database, 'sql'>): Promise<AuditSeal[]> {
  return database.sql<AuditSeal[]>`
    select n, through_id as "throughId", row_count as "rowCount", hash, sealed_at as "sealedAt"
    from audit_seals order by n`;
}

export type SealedRows = Pick<AuditSeal, 'hash' | 'rowCount'>;

/**
 * SHA-256 over lines: first the seal's own (its number, range of rows, time, and the hash of the previous seal), then each
 * row. `previous` is absent for the first seal.
 */
export async function hashRows(
  database: Pick<Database, 'sql'>,
  previous: AuditSeal | undefined,
  { n, throughId, sealedAt }: Pick<AuditSeal, 'n' | 'throughId' | 'sealedAt'>,
): Promise<SealedRows> {
  const afterId = previous?.throughId ?? '0';
  const head = { n, afterId, throughId, sealedAt: sealedAt.toISOString(), previous: previous?.hash ?? '' };
  const hash = createHash('sha256').update(`${JSON.stringify(head)}\n`);
  let rowCount = 0;
  for await (const line of readAuditLines(database, { afterId, throughId })) {
    hash.update(`${line}\n`);
    rowCount += 1;
  }
  return { hash: hash.digest('hex'), rowCount };
}
