import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';
import { hashRows, listSeals, type AuditSeal } from './audit-log.js';

export type AuditProof = {
  readonly newest: AuditSeal | undefined;
  readonly rowCount: number;
  readonly unsealedCount: number;
  /** Problems as sentences; empty if nothing was changed, deleted or inserted since it was sealed. */
  readonly faults: readonly string[];
};

/** A seal is due once a day; a larger gap is reported. */
const sealAgeMaxHours = 48;

/**
 * Proves that the rows are those that were sealed, and that no seal is missing or changed. `noted` is a seal that was kept
 * outside the database: it reveals even a log that was rewritten together with its seals.
 */
export async function checkAuditLog(
  database: Pick<Database, 'sql'>,
  noted?: Pick<AuditSeal, 'n' | 'hash'>,
): Promise<AuditProof> {
  const faults: string[] = [];
  const seals = await listSeals(database);
  let rowCount = 0;
  let previous: AuditSeal | undefined;
  for (const seal of seals) {
    const expected = (previous?.n ?? 0) + 1;
    if (seal.n !== expected) faults.push(`Seal ${expected} is missing.`);
    const found = await hashRows(database, previous, seal);
    rowCount += found.rowCount;
    if (found.hash !== seal.hash) faults.push(describeDifference(previous, seal, found.rowCount));
    previous = seal;
  }
  faults.push(...(await findMissingSeals(database, seals)));
  if (noted && !seals.some(({ n, hash }) => n === noted.n && hash === noted.hash))
    faults.push(`Seal ${noted.n} is not the one that was noted.`);
  const [rest] = await database.sql<(Counted & { oldest: Date | null; isLate: boolean | null })[]>`
    select count(*)::integer as count, min(at) as oldest,
      min(at) < clock_timestamp() - ${sealAgeMaxHours} * interval '1 hour' as "isLate"
    from audit_log where id > ${previous?.throughId ?? '0'}::bigint`;
  if (rest?.isLate)
    faults.push(`Nothing was sealed since ${rest.oldest?.toISOString()}: workers seal once a day.`);
  return { newest: previous, rowCount, unsealedCount: rest?.count ?? 0, faults };
}

function describeDifference(previous: AuditSeal | undefined, seal: AuditSeal, found: number): string {
  const rows = `rows ${BigInt(previous?.throughId ?? 0) + 1n} to ${seal.throughId}`;
  const what = `Seal ${seal.n} does not fit ${rows}`;
  if (found < seal.rowCount) return `${what}: ${seal.rowCount - found} deleted.`;
  if (found > seal.rowCount) return `${what}: ${found - seal.rowCount} put in afterwards.`;
  return `${what}: a row, this seal or the one before it was changed.`;
}

/** The log records each seal when it is made, so the row of a deleted seal remains. */
async function findMissingSeals(
  database: Pick<Database, 'sql'>,
  seals: readonly AuditSeal[],
): Promise<readonly string[]> {
  const told = await database.sql<{ n: string; hash: string }[]>`
    select subject as n, details->>'hash' as hash from audit_log where action = 'log.sealed' order by id`;
  const known = new Map(seals.map(({ n, hash }) => [String(n), hash]));
  return told.flatMap(({ n, hash }) =>
    known.get(n) === hash ? [] : [`Seal ${n} is missing or changed: the log tells of ${hash}.`],
  );
}
