import { parseArgs } from 'node:util';
import { checkAuditLog } from '#persistence/audit/check-audit-log';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';

/**
 * `audit:check [--seal 12:9f86d0…]`: proves that the audit log is as it was sealed; exit code 1 if it is not. `--seal` is one
 * that was noted outside the database.
 */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const { values } = parseArgs({ options: { seal: { type: 'string' } } });
const noted = values.seal === undefined ? undefined : readSeal(values.seal);
const proofTimeoutMs = 10 * 60_000;
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway audit',
  poolSize: 1,
});
await database.initialize();
try {
  await database.sql`select set_config('statement_timeout', ${String(proofTimeoutMs)}, false)`;
  const { newest, rowCount, unsealedCount, faults } = await checkAuditLog(database, noted);
  console.log(`${rowCount} sealed rows, ${unsealedCount} since: ${faults.length} faults`);
  if (newest)
    console.log(`Newest seal, of ${newest.sealedAt.toISOString()}: --seal ${newest.n}:${newest.hash}`);
  for (const fault of faults) console.log(`✖ ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await database.destroy();
}

function readSeal(text: string): { readonly n: number; readonly hash: string } {
  const [, n, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (n !== undefined && hash !== undefined) return { n: Number(n), hash };
  console.error('--seal must be a number and a hash, as audit:check prints them: 12:9f86d0…');
  return process.exit(1);
}
