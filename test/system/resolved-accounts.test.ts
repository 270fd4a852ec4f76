import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, type Approval } from '#contracts/operator-updates';
import { cancelPayout, workflowIdOf } from '#contracts/transaction-workflow';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { createMerchant, goldenKey, type Merchant } from '../fakes/merchant.js';
import {
  africaPayout,
  choicePayout,
  confirmations,
  knownBank,
  otherBank,
  payouts,
} from '../fakes/payout-bodies.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a payout goes to an account in its beneficiary's name, or where the rules of its provider let it (`resolve_accounts`),
 * and only a clear word is a mismatch. Method: shops that pay by the sandbox's Paystack face, each with rules of its own.
 */
const rules = {
  usual: true,
  reviewed: { mismatch: 'review' },
  strict: { no_answer: 'refuse' },
  /** Of one payout a day, which its second route takes over from; the provider there says nothing of names. */
  counted: { mismatch: 'review' },
  next: false,
} as const;
type Shop = keyof typeof rules;
let system: BreakableSystem;
let shops: Readonly<Record<Shop, Merchant>>;
let connection: Connection;
let temporal: Client;

beforeAll(async () => {
  const names = Object.keys(rules) as readonly Shop[];
  system = await startBreakableSystem({
    settings: [
      [
        ['timing', 'lookup'],
        ['300ms', '1s'],
      ],
      [['timing', 'lookup_call'], '1s'],
      [['operations', 'four_eyes'], true],
      ...names.flatMap((name) => settingsOf(name)),
    ],
  });
  const shopOf = (name: Shop) => createMerchant(system.stack.urls.api, `mk_test_${name}`, { repeats: 0 });
  shops = Object.fromEntries(names.map((name) => [name, shopOf(name)])) as Record<Shop, Merchant>;
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection?.close();
  await system?.stop();
});

function settingsOf(name: Shop): readonly (readonly [readonly string[], unknown])[] {
  const provider = {
    connector: 'paystack',
    base_url: '${SANDBOX_URL}/paystack',
    currencies: ['NGN'],
    resolve_accounts: rules[name],
  };
  const mids = name === 'counted' ? [name, 'next'] : [name];
  const routes = mids.map((mid) => ({ mid, bank_code_challenges: ['provider_banks'] }));
  const mid = { provider: name, credentials: { secret_key: 'sk_test_sandboxdemo' } };
  const limited = name === 'counted' ? { counted_limits: { per_day: { count: 1 } } } : {};
  return [
    [['providers', name], provider],
    [['mids', name], { ...mid, ...limited }],
    [['projects', name], { merchant: 'demo', keys: { [`mk_test_${name}`]: goldenKey }, routes }],
  ];
}

/** Accounts of the face, by what it says of them. */
const account = { ada: '0123456789', grace: '0000000222', throttled: '0000000429', silent: '0000000408' };
const ada = { identifier: 'c-8', first_name: 'Adà', last_name: 'LOVELACE' };

function payoutTo(accountNumber: string, customer: object = ada) {
  return africaPayout(
    {},
    { customer, bank_transfer_africa: { bank_code: knownBank, account_number: accountNumber } },
  );
}

const registered = (reference: string) =>
  system.books.rows('select identifier from transactions where reference = $1', reference);

async function questions(): Promise<number> {
  const text = await (await fetch(`${system.stack.urls.api}/metrics`)).text();
  const counts = text
    .split('\n')
    .filter(
      (line) => line.startsWith('gateway_provider_call_seconds_count{') && line.includes('resolve_account'),
    )
    .map((line) => Number(line.split(' ').at(-1)));
  return counts.reduce((sum, count) => sum + count, 0);
}

const paid = (shop: Shop, reference: string) =>
  proveEnd({ ...system.observers, merchant: shops[shop] }, reference, { type: 'payout', status: 'success' });

describe('a payout whose account is resolved', () => {
  it('to its holder is paid once, and the same call again asks no provider', async () => {
    const body = payoutTo(account.ada);
    const before = await questions();
    expect((await shops.usual.post(payouts, body)).body).toMatchObject({ error_code: 0 });
    await paid('usual', body.reference);
    expect(await questions()).toBe(before + 1);
    expect((await shops.usual.post(payouts, body)).body).toMatchObject({ error_code: 108 });
    expect(await questions()).toBe(before + 1);
  });

  it('is one, whatever number of equal calls ask about it at once', async () => {
    const body = payoutTo(account.ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => shops.usual.post(payouts, body)));
    const codes = answers.map((answer) => answer.body['error_code']);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 108)).toHaveLength(3);
    await paid('usual', body.reference);
  });

  it('to somebody else is refused before anything is registered, and its reference is free', async () => {
    const body = payoutTo(account.grace);
    const refused = await shops.usual.post(payouts, body);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 30, error_reason: 'Invalid params' } });
    expect(refused.body['description']).toBe(
      'bank_transfer_africa.account_number: the account is in another name than that of the beneficiary',
    );
    expect(await registered(body.reference)).toEqual([]);
    const right = { ...payoutTo(account.ada), reference: body.reference };
    expect((await shops.usual.post(payouts, right)).body).toMatchObject({ error_code: 0 });
    await paid('usual', body.reference);
  });

  it('by a provider that gives no answer goes on, or is refused for now', async () => {
    const body = payoutTo(account.silent);
    expect((await shops.usual.post(payouts, body)).body).toMatchObject({ error_code: 0 });
    await paid('usual', body.reference);
    const strict = payoutTo(account.silent);
    const refused = await shops.strict.post(payouts, strict);
    expect(refused).toMatchObject({ status: 503, body: { error_code: 200 } });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(await registered(strict.reference)).toEqual([]);
  });

  it.each(['usual', 'strict'] as const)('by one that wants no more questions: 429 (%s)', async (shop) => {
    const body = payoutTo(account.throttled);
    const refused = await shops[shop].post(payouts, body);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 5, reference: body.reference } });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await registered(body.reference)).toEqual([]);
  });

  it('with a name too short to compare is no mismatch', async () => {
    const body = payoutTo(account.grace, { identifier: 'c-8', first_name: 'Grace' });
    expect((await shops.usual.post(payouts, body)).body).toMatchObject({ error_code: 0 });
  });

  it('once its bank is chosen can be refused, and be chosen again', async () => {
    const body = choicePayout({}, { customer: ada, bank_transfer_africa: { account_number: account.grace } });
    const { reference } = body;
    expect((await shops.usual.post(payouts, body)).body).toMatchObject({
      challenge: { challenge_type: 'bank_code' },
    });
    const choose = () => shops.usual.post(confirmations, { reference, bank_code: knownBank });
    const refused = await choose();
    expect(refused).toMatchObject({ status: 400, body: { error_code: 30 } });
    expect(refused.body['description']).toContain('bank_code: the account is in another name');
    expect((await choose()).status).toBe(400);
    expect((await shops.usual.get(`${payouts}/${reference}`)).body).toMatchObject({
      status: 'pending',
      challenge: { challenge_type: 'bank_code' },
    });
  });
});

describe('a payout that is held because its account is in another name', () => {
  const word = { reason: 'the merchant has confirmed it', evidence: 'ticket 8' };

  async function hold(body = payoutTo(account.grace)) {
    const { reference } = body;
    expect((await shops.reviewed.post(payouts, body)).body).toMatchObject({ error_code: 0 });
    return follow(reference);
  }

  async function follow(reference: string) {
    const [row] = await registered(reference);
    const identifier = String(row?.['identifier']);
    const handle = temporal.workflow.getHandle(workflowIdOf('payout', identifier));
    const say = (operator: string) => {
      const approval: Approval = { operator, ...word };
      return handle.executeUpdate(approve, { args: [approval] });
    };
    return { reference, identifier, handle, say };
  }

  async function expectHeld(identifier: string) {
    const causes = (await reviewsOf(system.books, identifier)).map(({ cause }) => cause);
    expect(causes).toEqual(['account in another name']);
    expect(await system.books.rows('select from attempts where identifier = $1', identifier)).toEqual([]);
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN']);
  }

  it('is sent, once, when two persons have approved it', async () => {
    const { reference, identifier, say } = await hold();
    await expectHeld(identifier);
    expect((await shops.reviewed.get(`${payouts}/${reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await say('eve')).toContain('Proposed by eve');
    await expectHeld(identifier);
    expect(await say('bob')).toBe('Approved.');
    await paid('reviewed', reference);
    await expect(say('carol')).rejects.toThrow();
    const decisions = await system.books.rows(
      'select decision, operator from operator_decisions where identifier = $1 order by id',
      identifier,
    );
    expect(decisions).toEqual([
      { decision: 'proposed to approve: approved', operator: 'eve' },
      { decision: 'approved', operator: 'bob' },
    ]);
  });

  it('is held on every route, whatever the next one knows of the account', async () => {
    const first = payoutTo(account.ada);
    expect((await shops.counted.post(payouts, first)).body).toMatchObject({ error_code: 0 });
    const body = payoutTo(account.grace);
    expect((await shops.counted.post(payouts, body)).body).toMatchObject({ error_code: 0 });
    const { identifier } = await follow(body.reference);
    const [row] = await system.books.rows(
      'select provider from transactions where identifier = $1',
      identifier,
    );
    expect(row).toEqual({ provider: 'next' });
    await expectHeld(identifier);
  });

  it('is sent once though the worker dies as it is approved', async () => {
    const { reference, identifier, say } = await hold();
    await say('eve');
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'after choice:1' });
    const approving = say('bob');
    await until(
      () => system.books.rows('select submit_due_at from transactions where identifier = $1', identifier),
      ([row]) => row?.['submit_due_at'] !== null,
    );
    await worker.restart({ CRASH_POINTS: '' });
    expect(await approving).toBe('Approved.');
    await paid('reviewed', reference);
  });

  it('survives the death of its worker, and is given up by an operator: its funds are released', async () => {
    const { reference, identifier, handle } = await hold();
    await system.stack.apps.worker.kill();
    await system.stack.apps.worker.restart();
    expect(await handle.executeUpdate(cancelPayout)).toMatchObject({ phase: 'final', status: 'declined' });
    await shops.reviewed.untilFinal(reference, 'payout');
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN', 'release 1000 NGN']);
  });

  it('can be one whose bank was chosen later, and no other bank is chosen any more', async () => {
    const body = choicePayout({}, { customer: ada, bank_transfer_africa: { account_number: account.grace } });
    const { reference } = body;
    await shops.reviewed.post(payouts, body);
    const choose = (bank: string) => shops.reviewed.post(confirmations, { reference, bank_code: bank });
    expect((await choose(knownBank)).status).toBe(200);
    expect((await choose(knownBank)).status).toBe(200);
    expect((await choose(otherBank)).body).toMatchObject({ error_code: 30 });
    const { identifier, say } = await follow(reference);
    await expectHeld(identifier);
    await say('eve');
    await say('bob');
    await paid('reviewed', reference);
  });

  it('is the only one that can be approved', async () => {
    const body = choicePayout({}, { customer: ada, bank_transfer_africa: { account_number: account.ada } });
    await shops.reviewed.post(payouts, body);
    const { say } = await follow(body.reference);
    await expect(say('eve')).rejects.toThrow();
  });
});

it('no name, and no account, is in any log', async () => {
  const { api, worker, sandbox } = system.stack.apps;
  const apps = [api, worker, sandbox];
  const logs = await until(
    () => Promise.all(apps.map(({ logFile }) => readFile(logFile, 'utf8'))),
    (texts) => texts.some((text) => text.includes('account is in another name')),
  );
  for (const text of logs) {
    expect(text).not.toMatch(/HOPPER|Lovelace/i);
    expect(text).not.toContain(account.grace);
  }
});
