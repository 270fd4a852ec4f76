import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { releaseCallbacks } from '#persistence/callbacks/endpoints';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: a project with any number of endpoints does not delay what is released for another one. Method: one connection
 * whose transaction is never committed, so that no worker sees the endpoints in it.
 */
const database = createDatabase({
  url: sharedStack.databaseUrls.worker,
  applicationName: 'tests',
  poolSize: 1,
});

beforeAll(async () => {
  await database.initialize();
  await database.query('begin');
});
afterAll(async () => {
  await database.query('rollback');
  await database.destroy();
});

it('each project has its turn before any has its second', async () => {
  const insert = `insert into endpoints (endpoint, resumed_at, next_release_at, probe_ms, callback_rate)
    select $1 || n, clock_timestamp(), clock_timestamp() - $2::interval, 1000, 50 from generate_series(1, $3::int) as n`;
  await database.query(insert, ['crowd https://shop.example.com:', '1 hour', 500]);
  await database.query(insert, ['single https://other.example.com:', '1 second', 1]);
  await database.query(insert, ['several https://third.example.com:', '1 minute', 40]);
  await releaseCallbacks(database);
  const left = await database.query<{ project: string; count: number }[]>(
    `select split_part(endpoint, ' ', 1) as project, count(*)::int from endpoints
     where next_release_at <= clock_timestamp() - interval '500 milliseconds'
       and endpoint ~ '^(crowd|single|several) ' group by 1 order by 1`,
  );
  expect(left).toEqual([{ project: 'crowd', count: 441 }]);
});
