import { createDatabase } from '#persistence/database';
import { proveBooks } from '#persistence/ledger/prove-books';
import { fillLedger } from './parts/fill-ledger.js';

/**
 * How long it takes to prove books of a given size: DATABASE_URL names an empty database of its own, the argument how
 * many entries to fill it with. `node dist/test/bench/measure-ledger.js 100000`
 */
const [entries = '1000'] = process.argv.slice(2);
const database = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  applicationName: 'ledger bench',
  poolSize: 1,
});
await database.initialize();
try {
  await database.runMigrations({ transaction: 'each' });
  await database.query('set statement_timeout = 0');
  await fillLedger(database, Number(entries));
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const { counts, differencesCount } = await proveBooks(database);
    const milliseconds = Math.round(performance.now() - startedAt);
    console.log(`${milliseconds} ms, ${differencesCount} differences, ${JSON.stringify(counts)}`);
  }
} finally {
  await database.destroy();
}
