import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIndex } from '#persistence/migrations/build-index';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { migrateWith, plant } from '../stack/plant-migrations.js';
import { proveEnd } from '../witnesses/prove-end.js';

/**
 * Goal: a release runs on the schema of the next one: while its processes are replaced, and when they are put back
 * (docs/migrations.md). Method: what such a schema may bring, under payments that are open.
 */
let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem();
});
afterAll(() => system.stop());

const expansion = [
  plant('PlantedExpansion1799999999000', async (runner) => {
    await runner.query('create table planted (identifier uuid primary key)');
    for (const table of ['transactions', 'attempts', 'events', 'provider_events', 'recoveries'])
      await runner.query(`alter table ${table} add column planted text,
        add constraint ${table}_planted_check check (planted <> '') not valid`);
  }),
  plant(
    'PlantedIndex1799999999001',
    async (runner) => {
      await buildIndex(runner, {
        name: 'planted_idx',
        on: 'transactions (planted) where planted is not null',
      });
      await runner.query('alter table transactions validate constraint transactions_planted_check');
    },
    { transaction: false },
  ),
];

it('serves what is open and what is new, before and after its processes start again', async () => {
  const { merchant, stack, observers } = system;
  const open = idealBody();
  const created = await merchant.post('/v2/payment', open);
  const { applied } = await migrateWith(stack.postgres.url, expansion);
  expect(applied).toHaveLength(expansion.length);

  const serve = async () => {
    const payment = idealBody({ sandbox: 'success' });
    const payout = pixPayout({ sandbox: 'success' });
    expect((await merchant.post('/v2/payment', payment)).status).toBe(200);
    expect((await merchant.post('/v2/payout', payout)).status).toBe(200);
    await proveEnd(observers, payment.reference, { status: 'success' });
    await proveEnd(observers, payout.reference, { type: 'payout', status: 'success' });
  };
  await serve();
  for (const app of [stack.apps.api, stack.apps.worker, stack.apps.checkout]) {
    await app.restart();
    expect(await readFile(app.logFile, 'utf8')).toContain('the schema is newer than this build');
  }
  await serve();
  await approve(created);
  await proveEnd(observers, open.reference, { status: 'success' });
});
