import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { createCustomer } from '../../tools/demo/customer.js';
import { timing } from '#persistence/transactions/transaction-row';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, payouts } from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveEnd, type Observers } from '../witnesses/prove-end.js';
import { runAdmin } from '../stack/run-admin.js';
import { startTestStack, type Setting, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: running processes take a new configuration without a restart, and what was registered before keeps its own.
 * Method: a stack of its own, to whose configuration other values are applied while it runs.
 */
const main = { mid: 'main', bank_code_challenges: ['provider_banks'] };
const leaving = { mid: 'leaving', bank_code_challenges: ['provider_banks'] };
const settings = 'routing settings issue (disabled project or bank)';

let running: TestStack;
let books: Books;
let file: string;

beforeAll(async () => {
  const credentials = { account: 'acct_demo', secret: 'sandbox_secret_demo' };
  running = await startTestStack({
    settings: [
      [['providers', 'leaving'], {}],
      [['mids', 'leaving'], { provider: 'leaving', credentials }],
      [['projects', 'busy', 'routes'], [leaving]],
    ],
  });
  books = openBooks(running.stack.postgres.url);
  file = join(running.directory, 'gateway.yaml');
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

const merchantOf = (key: string) => createMerchant(running.stack.urls.api, `mk_test_${key}`);
const observersOf = (key: string): Observers => ({
  merchant: merchantOf(key),
  witness: createWitness(running.stack.urls.sandbox),
  books,
});
const admin = (...words: readonly string[]) =>
  runAdmin(words, { ...running.stack.environment, GATEWAY_OPERATOR: 'ada' });

/** Without a value the place is taken away. */
async function write(changes: readonly (Setting | readonly [path: readonly string[]])[]): Promise<void> {
  const configuration = parseDocument(await readFile(file, 'utf8'));
  for (const [path, value] of changes) {
    if (value === undefined) configuration.deleteIn(path);
    else configuration.setIn(path, value);
  }
  await writeFile(file, String(configuration));
}

/** Applies it and waits until each process says that it is in force. */
async function apply(changes: Parameters<typeof write>[0]): Promise<string> {
  await write(changes);
  const { code, output } = await admin('config', 'apply', file);
  expect({ code, output }).toMatchObject({ code: 0 });
  const version = Number(/Applied as version (\d+)/.exec(output)?.[1]);
  const line = `"version":${version},"msg":"new configuration in force"`;
  for (const app of ['api', 'worker', 'checkout'] as const) {
    const { logFile } = running.stack.apps[app];
    await until(
      () => readFile(logFile, 'utf8'),
      (log) => log.includes(line),
    );
  }
  return output;
}

describe('a configuration that is applied while the system runs', () => {
  it('is in force without a restart', async () => {
    const limits = merchantOf('limits');
    const refused = await limits.post('/v2/payment', idealBody({ sandbox: 'success' }, { amount: 1500 }));
    expectError(refused, {
      status: 400,
      code: 1132,
      reason: 'Limit exceeded',
      reference: referenceOf(refused),
    });
    await apply([[['projects', 'limits', 'limits', 'max'], 2000]]);
    const body = idealBody({ sandbox: 'success' }, { amount: 1500 });
    expect((await limits.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
  });

  it('changes nothing for what was registered before: it goes its own way, in its own time', async () => {
    const mid_off = { mid: 'disabled', bank_code_challenges: ['provider_banks'] };
    const merchant = merchantOf('card_only');
    await apply([[['projects', 'card_only', 'methods'], 'all']]);
    const page = pixBody({ sandbox: 'success' });
    const open = idealBody();
    const { body: created } = await merchant.post('/v2/payment', page);
    const { body: waiting } = await merchant.post('/v2/payment', open);
    await apply([
      [['projects', 'card_only', 'routes'], [mid_off]],
      [['projects', 'card_only', 'timing'], { submit_max_age: { payment: '1s', payout: '1s' } }],
    ]);
    const body = idealBody();
    expectError(await merchant.post('/v2/payment', body), {
      status: 400,
      code: 121,
      reason: settings,
      description: 'Mid is disabled',
      reference: body.reference,
    });
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    const { url } = (waiting['challenge'] as { readonly challenge_redirect: { readonly url: string } })
      .challenge_redirect;
    await customer.submit(await customer.open(url), 'approve');
    for (const { reference } of [page, open]) {
      const record = await proveEnd(observersOf('card_only'), reference, { status: 'success' });
      expect(record).toMatchObject({ provider: 'sandbox' });
      const [row] = await books.rows(
        `select plan->'routes'->0->>'mid' as mid, ${timing}->'submitMaxAgeMs' as age
         from transactions where reference = $1`,
        reference,
      );
      expect(row).toEqual({ mid: 'main', age: 120_000 });
    }
  });

  it('gives what is registered from then on timings of its own, and leaves those of the others as they were', async () => {
    const register = async () => {
      const body = idealBody();
      expect((await merchantOf('window').post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
      return body.reference;
    };
    const timingsOf = async (reference: string) => {
      const [row] = await books.rows(
        `select timings_key::text as key, content->'lookupMs' as "lookUpMs"
         from transactions join timings on key = timings_key where reference = $1`,
        reference,
      );
      return row;
    };
    const old = await register();
    const before = await timingsOf(old);
    expect(before).toMatchObject({ lookUpMs: [1_000, 1_000, 2_000] });
    await apply([
      [
        ['timing', 'lookup'],
        ['1s', '3s'],
      ],
    ]);
    const after = await timingsOf(await register());
    expect(after).toMatchObject({ lookUpMs: [1_000, 3_000] });
    expect(after?.['key']).not.toBe(before?.['key']);
    expect(await timingsOf(old)).toEqual(before);
    await apply([
      [
        ['timing', 'lookup'],
        ['1s', '1s', '2s'],
      ],
    ]);
    expect(await timingsOf(await register())).toEqual(before);
  });

  it('without the provider that a transaction was to be sent to ends it: nothing was sent', async () => {
    const merchant = merchantOf('busy');
    const page = pixBody({ sandbox: 'success' });
    const payout = choicePayout({ sandbox: 'success' });
    const { body: created } = await merchant.post('/v2/payment', page);
    expect((await merchant.post(payouts, payout)).body).toMatchObject({ error_code: 0 });
    await apply([
      [['projects', 'busy', 'routes'], [main]],
      [['mids', 'leaving']],
      [['providers', 'leaving']],
    ]);
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    const confirmed = { reference: payout.reference, bank_code: knownBank };
    expect((await merchant.post(confirmations, confirmed)).status).toBe(200);
    const gone = {
      status: 'error',
      code: 200,
      reason: 'provider not found, not active or no longer in configuration',
    } as const;
    await proveEnd(observersOf('busy'), page.reference, gone);
    const { identifier } = await proveEnd(observersOf('busy'), payout.reference, { type: 'payout', ...gone });
    expect(await entriesOf(books, identifier)).toEqual(['reserve 1000 NGN', 'release 1000 NGN']);
  });
});

describe('npm run config:diff', () => {
  it('says nothing and ends with 0 when nothing would change', async () => {
    const { code, output } = await admin('config', 'diff', file);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^Version \d+, applied \S+Z by ada\.\n0 differences\.\n$/) as string,
    });
  });

  it('ends with 1, says what would change, and changes nothing; applying says the same', async () => {
    const before = await books.rows('select version from configurations');
    const secret = Buffer.alloc(32, 5).toString('base64');
    const changes: readonly Setting[] = [
      [['projects', 'poor', 'keys', 'mk_test_poor'], secret],
      [['projects', 'limits', 'limits', 'max'], 3000],
    ];
    await write(changes);
    const { code, output } = await admin('config', 'diff', file);
    expect(code).toBe(1);
    const lines = output.trim().split('\n').slice(1);
    expect(lines).toEqual([
      '~ projects.limits.limits.max: 2000 → 3000',
      '~ projects.poor.keys.mk_test_poor: (hidden) changed',
      '2 differences.',
    ]);
    expect(await books.rows('select version from configurations')).toEqual(before);
    expect(await apply([])).toContain(lines.join('\n'));
  });

  it('ends with 2 where the file would be refused', async () => {
    const broken = join(running.directory, 'broken.yaml');
    await writeFile(broken, (await readFile(file, 'utf8')).replace(/settle: \d+ms/, 'settle: soon'));
    const { code, output } = await admin('config', 'diff', broken);
    expect(code).toBe(2);
    expect(output).toMatch(/line \d+, column \d+: provider_defaults\.settle: must be a duration/);
    expect(await admin('config', 'diff', join(running.directory, 'no-such.yaml'))).toMatchObject({
      code: 2,
    });
  });

  it('who applied which version, and when, is kept', async () => {
    const { output } = await admin('config', 'history');
    const versions = output.trim().split('\n');
    expect(versions.length).toBeGreaterThan(2);
    expect(versions[0]).toMatch(/^Version \d+, applied \d{4}-\d\d-\d\dT\S+Z by ada\.$/);
    expect(versions.at(-1)).toMatch(/^Version 1, applied /);
  });
});

describe('npm run config:apply and keys in Postgres', () => {
  it('refuses a key of the file that is kept there, and notes a project without a key', async () => {
    const { output } = await admin('keys', 'create', '--project', 'poor');
    const id = /mk_test_\w{24}/.exec(output)?.[0] ?? '';
    const whole = await readFile(file, 'utf8');
    await write([[['projects', 'poor', 'keys', id], Buffer.alloc(32, 6).toString('base64')]]);
    const refused = await admin('config', 'apply', file);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain(`projects.poor.keys.${id}: this key is already stored in Postgres`);
    await writeFile(file, whole);
    const noted = await apply([[['projects', 'poor', 'keys']], [['projects', 'strict', 'keys']]]);
    expect(noted).toContain('Project strict has no request key: gateway keys create --project strict');
    expect(noted).not.toContain('Project poor');
    expectError(await merchantOf('strict').get('/v2/balance'), {
      status: 401,
      code: 5,
      reason: 'Forbidden',
      description: /^The key is unknown or the signature is wrong/,
    });
  });
});

function referenceOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string {
  return String(body['reference']);
}
