import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMerchantSystem } from '../testing/merchant-system.js';
import { sandboxSecret, startSandbox, type RunningSandbox } from '../testing/sandbox-system.js';

const patience = { timeout: 8_000, interval: 10 };
let merchant: Awaited<ReturnType<typeof startMerchantSystem>>;
let folder: string;
let sandbox: RunningSandbox;

function order(reference: string, fields: Record<string, unknown> = {}) {
  return {
    order: `${reference}-1`,
    value: '5000',
    iso: 'NGN',
    rail: 'BANK_TRANSFER_AFRICA',
    beneficiary: { bank: '058', account: '0123456789', holder: 'Ada Obi' },
    notify_url: merchant.url,
    ...fields,
  };
}

const simulate = (scenario: string) => ({ simulate: { scenario, delay_ms: 20 } });
const send = (reference: string, fields: Record<string, unknown> = {}) =>
  sandbox.call('POST', '/credits', order(reference, fields));
const lookUp = async (reference: string) => (await sandbox.call('GET', `/credits/${reference}-1`)).json();
const journal = async (reference: string) =>
  (await sandbox.call('GET', `/journal?identifier=${reference}`)).json().entries;
const notified = (reference: string) =>
  merchant.received.filter(({ body }) => body.order === `${reference}-1`);

beforeAll(async () => {
  merchant = await startMerchantSystem(sandboxSecret);
});
afterAll(() => merchant.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox(folder);
});
afterEach(() => sandbox.close());

describe('a credit', () => {
  it('keeps the language that the customer reads', async () => {
    const [plain, said] = [await send('plain'), await send('said', { language: 'pt-BR' })];
    expect(plain.json()).not.toHaveProperty('language');
    expect(said.json()).toMatchObject({ language: 'pt-BR' });
    expect(await lookUp('said')).toMatchObject({ language: 'pt-BR' });
  });
});

describe('a credit under a scenario (contract §10)', () => {
  it.each([
    ['success', 'CREDITED', 'success'],
    ['decline', 'REFUSED', 'declined'],
    ['error', 'FAULT', 'declined'],
    ['expire', 'FAULT', 'declined'],
    ['unsupported_bank', 'REFUSED', 'declined'],
  ])('%s: accepted, then %s by a signed callback', async (scenario, state, status) => {
    const answer = await send(scenario, simulate(scenario));
    expect([answer.status, answer.json().state]).toEqual([201, 'QUEUED']);
    await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
    expect(notified(scenario)[0]).toMatchObject({ signed: true, body: { state } });
    expect(await lookUp(scenario)).toMatchObject({ state });
    const entry = { kind: 'credit', identifier: scenario, reference: `${scenario}-1`, currency: 'NGN' };
    expect(await journal(scenario)).toMatchObject([{ ...entry, amount: '5000', status }]);
  });

  it('none: succeeds by callback', async () => {
    await send('plain', { simulate: { delay_ms: 0 } });
    await vi.waitFor(() => expect(notified('plain')[0]?.body.state).toBe('CREDITED'), patience);
  });

  it.each(['reset', 'http_500', 'garbage'])(
    '%s: no readable answer, and the money is sent',
    async (scenario) => {
      await send(scenario, simulate(scenario)).catch(() => undefined);
      await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
      expect(await journal(scenario)).toMatchObject([{ kind: 'credit', status: 'success' }]);
    },
  );

  it.each([
    ['timeout_success', 'CREDITED'],
    ['timeout_decline', 'REFUSED'],
  ])('%s: no answer, and after the silence %s', async (scenario, state) => {
    await expect(
      sandbox.call('POST', '/credits', order(scenario, simulate(scenario)), 200),
    ).rejects.toThrow();
    expect(await lookUp(scenario)).toMatchObject({ state: 'QUEUED' });
    await vi.waitFor(() => expect(notified(scenario)[0]?.body.state).toBe(state), patience);
  });

  it('timeout_lost: never arrives', async () => {
    await expect(
      sandbox.call('POST', '/credits', order('lost', simulate('timeout_lost')), 200),
    ).rejects.toThrow();
    expect(await sandbox.call('GET', '/credits/lost-1')).toMatchObject({ status: 404 });
    expect(await journal('lost')).toEqual([]);
  });

  it('at_once: the answer is already final; early_callback: the callback comes before it', async () => {
    expect((await send('at-once', simulate('at_once'))).json()).toMatchObject({
      state: 'CREDITED',
      credited_value: '5000',
    });
    const answer = await send('early', simulate('early_callback'));
    expect(notified('early')).toHaveLength(1);
    expect(answer.json()).toMatchObject({ state: 'QUEUED' });
  });

  it('duplicate_callback: five equal callbacks', async () => {
    await send('five', simulate('duplicate_callback'));
    await vi.waitFor(() => expect(notified('five')).toHaveLength(5), patience);
    expect(new Set(notified('five').map(({ text }) => text)).size).toBe(1);
  });

  it('contradictory_callback: the bank announces to send it back, a reversal and no second success', async () => {
    await send('back', simulate('contradictory_callback'));
    await vi.waitFor(() => expect(notified('back')).toHaveLength(2), patience);
    expect(notified('back').map(({ body }) => body.state)).toEqual(['CREDITED', 'RETURNED']);
    expect(await lookUp('back')).toMatchObject({ state: 'CREDITED' });
    const entries = await journal('back');
    expect(entries).toMatchObject([
      { kind: 'credit', status: 'success' },
      { kind: 'reversal', status: 'pending', amount: '5000' },
    ]);
  });

  it('unsigned_callback, no_callback and wrong_amount are what they say', async () => {
    await send('unsigned', simulate('unsigned_callback'));
    await send('mute', simulate('no_callback'));
    await send('amount', simulate('wrong_amount'));
    await vi.waitFor(() => expect(notified('unsigned')).toMatchObject([{ signed: false }]), patience);
    await vi.waitFor(() => expect(notified('amount')[0]?.body.credited_value).toBe('15000'), patience);
    await vi.waitFor(async () => expect(await lookUp('mute')).toMatchObject({ state: 'CREDITED' }), patience);
    expect(await journal('amount')).toMatchObject([{ amount: '15000', status: 'success' }]);
    expect(notified('mute')).toEqual([]);
  });
});

describe('a decent provider', () => {
  it('never pays one order twice, nor under the reference of a charge', async () => {
    await send('once', simulate('at_once'));
    expect(await send('once', simulate('at_once'))).toMatchObject({ status: 409 });
    expect(await journal('once')).toHaveLength(1);
    const charge = { ...order('charged'), instrument: 'IDEAL', return_url: merchant.url };
    const payable_until = new Date(Date.now() + 60_000).toISOString();
    expect(await sandbox.call('POST', '/charges', { ...charge, payable_until })).toMatchObject({
      status: 201,
    });
    expect(await send('charged')).toMatchObject({ status: 409 });
  });

  it.each([
    ['058', 'CREDITED'],
    ['no such bank', 'REFUSED'],
    ['BCO001', 'REFUSED'],
    [undefined, 'REFUSED'],
  ])('sends to bank %s: %s', async (bank, state) => {
    const answer = await send('bank', { beneficiary: { bank }, ...simulate('at_once') });
    expect(answer.json()).toMatchObject({ state });
  });

  it('sends a Pix without any bank', async () => {
    const fields = { rail: 'PIX', iso: 'BRL', beneficiary: { account: 'a@b.test' }, ...simulate('at_once') };
    expect((await send('pix', fields)).json()).toMatchObject({ state: 'CREDITED' });
  });

  it.each([
    ['value', '-1'],
    ['iso', 'ngn'],
    ['notify_url', 'ftp://x'],
  ])('refuses a wrong %s by name', async (field, value) => {
    const answer = await send('wrong', { [field]: value });
    expect([answer.status, answer.json()]).toEqual([422, { fault: 'INVALID_FIELD', field }]);
  });

  it.each([
    [{ rail: 'cash' }, 'UNSUPPORTED_RAIL'],
    [{ simulate: { scenario: 'no_such' } }, 'UNKNOWN_SCENARIO'],
  ])('refuses %o', async (fields, fault) => {
    expect((await send('refused', fields)).json()).toMatchObject({ fault });
  });

  it('refuses what is not signed', async () => {
    const body = JSON.stringify(order('intruder'));
    const headers = { 'content-type': 'application/json', 'x-sandbox-account': 'acct_demo' };
    expect((await fetch(`${sandbox.base}/credits`, { method: 'POST', body, headers })).status).toBe(401);
    expect((await fetch(`${sandbox.base}/banks?country=NG`, { headers })).status).toBe(401);
  });

  it('lists banks of Nigeria, the same ones every time, and none of elsewhere', async () => {
    const [first, second] = [
      await sandbox.call('GET', '/banks?country=NG'),
      await sandbox.call('GET', '/banks?country=NG'),
    ];
    expect(first.json().banks).toContainEqual({ bank: '058', label: 'Guaranty Trust Bank', country: 'NG' });
    expect(second.text).toBe(first.text);
    expect((await sandbox.call('GET', '/banks?country=FR')).json()).toEqual({ banks: [] });
  });

  it('loses nothing when it is killed, and keeps nothing of the beneficiary', async () => {
    await send('survivor', { simulate: { scenario: 'success', delay_ms: 1_000 } });
    const copy = mkdtempSync(join(tmpdir(), 'sandbox-'));
    cpSync(folder, copy, { recursive: true });
    await sandbox.close();
    expect(notified('survivor')).toEqual([]);
    expect(readFileSync(join(copy, 'journal.ndjson'), 'utf8')).not.toMatch(/0123456789|Ada/);

    sandbox = await startSandbox(copy);
    await vi.waitFor(() => expect(notified('survivor')).toHaveLength(1), patience);
    expect(await journal('survivor')).toMatchObject([{ status: 'success' }]);
  });
});
