import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeTurns } from '#persistence/rates/take-turns';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openDatabase } from '../witnesses/database.js';
import { createMerchant, goldenKey, type Answer, type Merchant } from '../fakes/merchant.js';
import { africaPayout, knownBank, payouts } from '../fakes/payout-bodies.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: what merchants cause to be asked of a provider counts in the MID's rate, which they share, at all processes
 * together: no load lets a payout through unchecked, or another merchant wait. Method: two merchants at one MID of five
 * requests a second, at the sandbox's Paystack face, and two apis.
 */
const perSecond = 5;
let system: BreakableSystem;
/** Each at both apis. */
let many: readonly [Merchant, Merchant];
let few: readonly [Merchant, Merchant];

beforeAll(async () => {
  const project = (merchant: string, key: string) => ({
    merchant,
    keys: { [key]: goldenKey },
    routes: [{ mid: 'shared', bank_code_challenges: ['provider_banks'] }],
  });
  system = await startBreakableSystem({
    settings: [
      [['timing', 'response_deadline'], '8s'],
      [['timing', 'lookup'], ['1h']],
      [['timing', 'lookup_call'], '1s'],
      [
        ['providers', 'shared'],
        {
          connector: 'paystack',
          base_url: '${SANDBOX_URL}/paystack',
          currencies: ['NGN'],
          resolve_accounts: true,
        },
      ],
      [
        ['mids', 'shared'],
        {
          provider: 'shared',
          credentials: { secret_key: 'sk_test_sandboxdemo' },
          requests_per_second_max: perSecond,
        },
      ],
      [['projects', 'many'], project('demo', 'mk_test_many')],
      [['projects', 'few'], project('cascade', 'mk_test_few')],
    ],
    apps: [...withoutCheckout, 'api2'],
  });
  many = atBoth('mk_test_many');
  few = atBoth('mk_test_few');
});
afterAll(() => system?.stop());

function atBoth(key: string): readonly [Merchant, Merchant] {
  const { api, api2 } = system.stack.ports;
  const at = (port: number) => createMerchant(`http://localhost:${port}`, key, { repeats: 0 });
  return [at(api), at(api2)];
}

const accounts = { ada: '0123456789', grace: '0000000222' };
const ada = { identifier: 'c-8', first_name: 'Ada', last_name: 'Lovelace' };
const payoutTo = (account: string) =>
  africaPayout(
    {},
    { customer: ada, bank_transfer_africa: { bank_code: knownBank, account_number: account } },
  );

const turnByTurn = <Result>(count: number, run: (of: 0 | 1) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index % 2 === 0 ? 0 : 1)));

const registered = (references: readonly string[]) =>
  system.books.rows('select reference from transactions where reference = any($1)', references);

describe('an account that is checked', () => {
  it('is never paid unchecked, however many payouts come at once at two apis', async () => {
    const references: string[] = [];
    const answers = await turnByTurn(110, (of) => {
      const body = payoutTo(accounts.grace);
      references.push(body.reference);
      return many[of].post(payouts, body);
    });
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    for (const refused of answers.filter(({ status }) => status === 429)) {
      expect(refused.body).toMatchObject({ error_code: 5, error_reason: 'Forbidden' });
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
    expect(await registered(references)).toEqual([]);
  });

  it('of one merchant is checked while another asks for far too many', async () => {
    let isOver = false;
    const flood = async (of: 0 | 1) => {
      while (!isOver) await many[of].post(payouts, payoutTo(accounts.grace));
    };
    const flooding = turnByTurn(40, flood);
    const answers: Answer[] = [];
    for (const of of [0, 1, 0, 1, 0, 1] as const) {
      answers.push(await few[of].post(payouts, payoutTo(of === 0 ? accounts.ada : accounts.grace)));
    }
    isOver = true;
    await flooding;
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400, 200, 400]);
  });
});

describe('a payment that is cancelled', () => {
  it('again and again at two apis has its provider asked once in five seconds', async () => {
    const demo = atBoth('mk_test_demo');
    const body = idealBody({ sandbox: 'timeout_lost' });
    const creating = system.merchant.post('/v2/payment', body);
    const [row] = await until(
      () =>
        system.books.rows(
          `select identifier from transactions join attempts using (identifier)
        where reference = $1 and state = 'unknown'`,
          body.reference,
        ),
      ({ length }) => length === 1,
    );
    const path = `/v2/payment/${body.reference}/cancel`;
    const begunAt = performance.now();
    const answers = await turnByTurn(120, (of) => demo[of].postRaw(path, ''));
    const windows = Math.ceil((performance.now() - begunAt) / 5_000);
    await creating;
    const asked = await system.books.rows(
      'select answer from lookups where identifier = $1 and not counts',
      String(row?.['identifier']),
    );
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.length).toBeLessThanOrEqual(windows + 1);
    expect(asked.length).toBeLessThan(answers.length / 10);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504));
  });
});

it('all turns of a second are no more than the rate, and equal parts where several ask', async () => {
  const database = await openDatabase(system.stack.postgres.url);
  try {
    const taken = { a: 0, b: 0 };
    const began = Math.floor(Date.now() / 1_000);
    const ask = async (asker: 'a' | 'b', wanted: number) => {
      const { granted } = await takeTurns(database, { mid: 'alone', asker, wanted, perSecond: 10 });
      taken[asker] += granted;
    };
    for (let round = 0; round < 25; round += 1) {
      await Promise.all([ask('a', 50), ask('a', 50), ask('b', 50), ask('a', 50)]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const seconds = Math.floor(Date.now() / 1_000) - began + 1;
    expect(taken.a + taken.b).toBeLessThanOrEqual(10 * seconds);
    // Of the first second one may have had more than its part, before the other had asked.
    expect(Math.abs(taken.a - taken.b)).toBeLessThanOrEqual(8);
    expect(taken.b).toBeGreaterThan(0);
  } finally {
    await database.destroy();
  }
});
