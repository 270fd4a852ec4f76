import { createDatabase } from '#persistence/database';
import { listKeptSince } from '#persistence/months/make-months';
import { keepProof, proveLedger } from '#persistence/ledger/prove-ledger';
import { readEnvironment } from '#runtime/read-environment';

/** `ledger:check`: checks the ledger against transactions and counters; exit code 1 if anything differs. */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const proofTimeoutMs = 10 * 60_000;
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway ledger',
  poolSize: 1,
});
await database.initialize();
try {
  await database.sql`select set_config('statement_timeout', ${String(proofTimeoutMs)}, false)`;
  const startedAt = Date.now();
  const proof = await proveLedger(database);
  const { counts, differences, differencesCount } = proof;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const { entries, balances, payouts, payments, counters } = counts;
  console.log(
    `${entries} entries, ${balances} balances, ${payouts} payouts, ${payments} payments, ${counters} counters: ` +
      `${differencesCount} differences (${seconds} s)`,
  );
  for (const { rule, subject, found, expected } of differences) {
    console.log(`✖ ${rule}. ${subject}: is ${found}, should be ${expected}`);
  }
  if (differencesCount > differences.length) console.log('… and more');
  for (const { tableName, since } of await listKeptSince(database)) {
    console.log(`${tableName}: rows before ${since.toISOString()} have been exported and were not checked`);
  }
  await keepProof(database, proof);
  process.exitCode = differencesCount === 0 ? 0 : 1;
} finally {
  await database.destroy();
}
