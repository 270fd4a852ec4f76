import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { csvOf, putStatement } from '../fakes/statement-files.js';
import { lineOf } from '../fakes/statements.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { runAdmin } from '../stack/run-admin.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: an installation without the role for statements loses nothing by an upgrade, and can add the role later
 * (docs/operations.md). Method: a system whose role is taken away, and given back as the document says.
 */
let system: BreakableSystem;
let folder: string;
let role: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-statements-'));
  await mkdir(join(folder, 'second'));
  system = await startBreakableSystem({
    settings: [[['mids', 'second', 'statement'], { source: 'folder', folder: join(folder, 'second') }]],
  });
  role = new URL(system.stack.databaseUrls.finance);
  await system.books.rows(`drop owned by ${role.username}`);
  await system.books.rows(`drop role ${role.username}`);
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

const migrate = () => runAdmin(['schema', 'migrate'], { DATABASE_URL: system.stack.postgres.url });
const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runAdmin(words, {
    ...system.stack.environment,
    GATEWAY_OPERATOR: 'eve',
    INIT_CWD: folder,
    ...environment,
  });
const importing = ['statement', 'import', '--mid', 'main', '--file', 'main.csv'];
const workerLog = () => readFile(system.stack.apps.worker.logFile, 'utf8');
const csv = () => csvOf([lineOf({ kind: 'fee', gross: '0.50', currency: 'EUR' })]);

it('migrates without the role, and says what is missing and how to add it', async () => {
  const { code, output } = await migrate();
  expect(output).toContain(
    `The role ${role.username} is missing, so no statement is imported, no difference decided and no month closed; everything else works.`,
  );
  expect(output).toContain(`create role "${role.username}" login password '…'. Then run this again.`);
  expect(code).toBe(0);
});

it('pays in and out with processes that have started without it', async () => {
  const { merchant, stack, observers } = system;
  for (const app of [stack.apps.api, stack.apps.worker, stack.apps.checkout]) await app.restart();
  const payment = idealBody({ sandbox: 'success' });
  const payout = pixPayout({ sandbox: 'success' });
  expect((await merchant.post('/v2/payment', payment)).status).toBe(200);
  expect((await merchant.post('/v2/payout', payout)).status).toBe(200);
  await proveEnd(observers, payment.reference, { status: 'success' });
  await proveEnd(observers, payout.reference, { type: 'payout', status: 'success' });
  expect(await run(['ledger', 'check'])).toMatchObject({ code: 0 });
  expect(await run(['difference', 'list'])).toMatchObject({ code: 0 });
});

it.each([
  ['', 'FINANCE_DATABASE_URL is not set'],
  [undefined, 'the role of FINANCE_DATABASE_URL cannot log in'],
])('refuses commands that write statements (address %j), and says why', async (address, why) => {
  await writeFile(join(folder, 'main.csv'), csv());
  const given = address === undefined ? undefined : { FINANCE_DATABASE_URL: address };
  const { code, output } = await run(importing, given);
  expect(output).toContain(`Statements cannot be written: ${why}`);
  expect(output).toContain('docs/operations.md');
  expect(output).not.toContain(role.password);
  expect(code).toBe(2);
});

it('says once in the log of the worker that a file in a folder cannot be imported, and does the rest', async () => {
  await putStatement(join(folder, 'second'), 'second.csv', csv());
  const told = 'no role for statements';
  const timesTold = (log: string) => log.split(`"msg":"${told}"`).length - 1;
  await until(workerLog, (log) => timesTold(log) > 0);
  const payment = idealBody({ sandbox: 'success' });
  expect((await system.merchant.post('/v2/payment', payment)).status).toBe(200);
  await proveEnd(system.observers, payment.reference, { status: 'success' });
  const log = await workerLog();
  expect(timesTold(log)).toBe(1);
  expect(log).not.toContain('"name":"folders of statements"');
});

it('imports once the role is there and has its rights, without a restart', async () => {
  await system.books.rows(`create role ${role.username} login password '${role.password}'`);
  expect((await run(importing)).output).toContain('has no rights yet: run gateway schema migrate');
  const { code, output } = await migrate();
  expect({ code, output }).toEqual({ code: 0, output: 'The schema is up to date.\n' });
  expect(await run(importing)).toMatchObject({ code: 0 });
  await until(
    () => system.books.rows(`select account from statement_files where name = 'second.csv'`),
    (rows) => rows.length === 1,
  );
});
