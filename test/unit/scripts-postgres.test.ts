import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type Postgres } from '../../scripts/stack/postgres.js';
import { ownLane, portsOf } from '../stack/lane.js';
import { until } from '../witnesses/until.js';

/** Goal: our own Postgres comes back after a crash, whatever its last processes do. Method: a real server. */
let directory: string;
let postgres: Postgres;
const exits: unknown[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gateway-postgres-'));
  postgres = await startPostgres({
    dataDirectory: directory,
    port: Number(portsOf(await ownLane(), 'own')['POSTGRES_PORT']),
    progress: { doing: () => undefined, done: () => undefined },
    onUnexpectedExit: (...exit) => exits.push(exit),
  });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** For two seconds, in which its process waits for nothing, so that it does not notice that its server is gone. */
const busyStatement = `do $$ declare until timestamptz := clock_timestamp() + interval '2 seconds';
  begin while clock_timestamp() < until loop end loop; end $$`;

it('restarts after a crash while a statement still runs in one of its processes', async () => {
  const client = await connected();
  const interrupted = client.query(busyStatement).catch(() => 'interrupted');
  const observer = await connected();
  const busy = `select from pg_stat_activity where state = 'active' and query like 'do %'`;
  await until(
    () => observer.query(busy),
    ({ rowCount }) => rowCount === 1,
  );
  await postgres.kill();
  await postgres.restart();
  await interrupted;
  const after = await connected();
  expect((await after.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(exits).toEqual([]);
  await after.end();
});
