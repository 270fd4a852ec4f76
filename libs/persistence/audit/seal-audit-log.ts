import type { Database } from '../database.js';
import { hashRows, type AuditSeal } from './audit-log.js';

/** Whether nothing was sealed yet on this day of UTC. */
export async function isSealDue(database: Pick<Database, 'sql'>): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    select from (select sealed_at from audit_seals order by n desc limit 1) as newest
    where sealed_at >= date_trunc('day', clock_timestamp(), 'UTC')`;
  return rows.length === 0;
}

/**
 * Seals the rows since the last seal, and returns the seal; undefined if there are no new rows or another worker was
 * first. The seal is itself recorded in the log, so that the next one covers it.
 */
export async function sealAuditLog(database: Pick<Database, 'sql'>): Promise<AuditSeal | undefined> {
  const [newest] = await database.sql<AuditSeal[]>`
    select n, through_id as "throughId", row_count as "rowCount", hash, sealed_at as "sealedAt"
    from audit_seals order by n desc limit 1`;
  const [place] = await database.sql<(Pick<AuditSeal, 'sealedAt'> & { throughId: string | null })[]>`
    select audit_position() as "throughId", clock_timestamp()::timestamptz(3) as "sealedAt"`;
  if (!place || place.throughId === null || place.throughId === newest?.throughId) return undefined;
  const wanted = { n: (newest?.n ?? 0) + 1, throughId: place.throughId, sealedAt: place.sealedAt };
  const seal = { ...wanted, ...(await hashRows(database, newest, wanted)) };
  const made = await database.sql<unknown[]>`
    insert into audit_seals (n, through_id, row_count, hash, sealed_at)
    values (${seal.n}, ${seal.throughId}, ${seal.rowCount}, ${seal.hash}, ${seal.sealedAt})
    on conflict (n) do nothing returning n`;
  return made.length === 1 ? seal : undefined;
}
