import { once } from 'node:events';
import { roundUp, type Instant } from '#domain/values/calendar';
import { readAuditLines } from '#persistence/audit/audit-log';
import { checkAuditLog } from '#persistence/audit/check-audit-log';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

const proofTimeoutMs = 10 * 60_000;

/** Proves that the audit log is as it was sealed. `seal`: one that was noted outside the database. */
export async function checkAudit(
  session: Session,
  { seal }: { readonly seal: Parameters<typeof checkAuditLog>[1] },
): Promise<Outcome> {
  const { say } = session;
  const database = await session.openDatabase({ statementTimeoutMs: proofTimeoutMs });
  const checked = await checkAuditLog(database, seal);
  const { newest, rowCount, unsealedCount, faults } = checked;
  say(`${rowCount} sealed rows, ${unsealedCount} since: ${faults.length} faults`);
  if (newest) say(`Newest seal, of ${newest.sealedAt.toISOString()}: --seal ${newest.n}:${newest.hash}`);
  for (const fault of faults) say(`✖ ${fault}`);
  return { data: checked, hasFindings: faults.length > 0 };
}

/** Prints the audit log of a period as JSON lines, the oldest first. */
export async function exportAudit(
  session: Session,
  { from, to }: { readonly from: Instant | undefined; readonly to: Instant | undefined },
): Promise<Outcome> {
  const range = { from: from && roundUp(from), to: to && roundUp(to) };
  for await (const line of readAuditLines(await session.openDatabase(), range))
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  return { data: undefined };
}
