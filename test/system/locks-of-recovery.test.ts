import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleRecoveries } from '#persistence/transactions/due-recoveries';
import { pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openDatabase } from '../witnesses/database.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: recovery that settles several transactions never waits in a circle with others that lock them in the order of their
 * identifiers. Method: a session holds the first and then asks for the second, which a session that waits for the first must not have.
 */
const merchant = createMerchant(sharedStack.urls.api);
const books = openBooks(sharedStack.databaseUrl);
const database = await openDatabase(sharedStack.databaseUrls.worker);
const other = new Client({ connectionString: sharedStack.databaseUrl });
let identifiers: string[];

beforeAll(async () => {
  await other.connect();
  const bodies = [pixBody(), pixBody()];
  for (const body of bodies) await merchant.post('/v2/payment', body);
  const rows = await books.rows(
    'select identifier from transactions where reference = any($1) order by identifier',
    bodies.map(({ reference }) => reference),
  );
  identifiers = rows.map(({ identifier }) => String(identifier));
});
afterAll(async () => {
  await other.end();
  await books.close();
  await database.destroy();
});

const lock = (identifier: string | undefined) =>
  other.query('select from recoveries where identifier = $1 for update', [identifier]);

const taken = (identifier: string) => ({ identifier, leasedUntil: new Date() });

const waitsForOther = async () => {
  const own = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  await until(
    () =>
      books.rows(
        'select from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid)) and application_name = $2',
        own.rows[0]?.pid,
        'tests',
      ),
    (waiting) => waiting.length > 0,
  );
};

it('settles them in the order of identifiers, in whatever order they were taken', async () => {
  await other.query('begin');
  await lock(identifiers[0]);
  const settling = settleRecoveries(database, identifiers.toReversed().map(taken), [900_000]);
  await waitsForOther();
  await lock(identifiers[1]);
  await other.query('commit');
  expect(await settling).toEqual([]);
});
