import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMerchantSystem } from './testing/merchant-system.js';
import { sandboxSecret, startSandbox, type RunningSandbox } from './testing/sandbox-system.js';

const patience = { timeout: 8_000, interval: 10 };
let merchant: Awaited<ReturnType<typeof startMerchantSystem>>;
let folder: string;
let sandbox: RunningSandbox;

function order(reference: string, fields: Record<string, unknown> = {}) {
  return {
    order: `${reference}-1`,
    value: '10.10',
    iso: 'EUR',
    instrument: 'IDEAL',
    payer: { phone: '+31600000000' },
    payable_until: new Date(Date.now() + 60_000).toISOString(),
    notify_url: merchant.url,
    return_url: 'http://shop.test/return',
    ...fields,
  };
}

const simulate = (scenario: string) => ({ simulate: { scenario, delay_ms: 20 } });
const lookUp = async (reference: string) => (await sandbox.call('GET', `/charges/${reference}-1`)).json();
const journal = async (reference: string) =>
  (await sandbox.call('GET', `/journal?identifier=${reference}`)).json().entries;
const notified = (reference: string) =>
  merchant.received.filter(({ body }) => body.order === `${reference}-1`);

const act = (path: string, action: string) =>
  fetch(sandbox.base + path, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });

beforeAll(async () => {
  merchant = await startMerchantSystem(sandboxSecret);
});
afterAll(() => merchant.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox(folder);
});
afterEach(() => sandbox.close());

describe('a charge', () => {
  it('keeps the language that the customer reads', async () => {
    const said = await sandbox.call('POST', '/charges', order('said', { language: 'es-MX' }));
    expect(said.json()).toMatchObject({ language: 'es-MX' });
    expect(await lookUp('said')).toMatchObject({ language: 'es-MX' });
  });
});

describe('a named scenario plays the customer (contract §10)', () => {
  it.each([
    ['success', 'CAPTURED', 'success'],
    ['decline', 'REFUSED', 'declined'],
    ['error', 'FAULT', 'declined'],
    ['expire', 'LAPSED', 'declined'],
  ])('%s: challenge, then %s by a signed callback', async (scenario, state, status) => {
    const answer = await sandbox.call('POST', '/charges', order(scenario, simulate(scenario)));
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({ state: 'AWAITING_PAYER', next_step: { kind: 'visit' } });
    await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
    expect(notified(scenario)[0]).toMatchObject({ signed: true, body: { state } });
    expect(await lookUp(scenario)).toMatchObject({ state });
    expect(await journal(scenario)).toMatchObject([
      {
        kind: 'charge',
        identifier: scenario,
        reference: `${scenario}-1`,
        amount: '10.10',
        currency: 'EUR',
        status,
      },
    ]);
  });

  it('at_once: the answer to the create call is already final', async () => {
    const answer = await sandbox.call('POST', '/charges', order('at-once', simulate('at_once')));
    expect(answer.json()).toMatchObject({ state: 'CAPTURED', captured_value: '10.10' });
  });

  it('early_callback: callback before the answer to the create call', async () => {
    const answer = await sandbox.call('POST', '/charges', order('early', simulate('early_callback')));
    expect(notified('early')).toHaveLength(1);
    expect(answer.json()).toMatchObject({ state: 'AWAITING_PAYER', next_step: { kind: 'visit' } });
  });

  it('duplicate_callback: five equal callbacks', async () => {
    await sandbox.call('POST', '/charges', order('five', simulate('duplicate_callback')));
    await vi.waitFor(() => expect(notified('five')).toHaveLength(5), patience);
    expect(new Set(notified('five').map(({ text }) => text)).size).toBe(1);
  });

  it('contradictory_callback: a second callback with another final state', async () => {
    await sandbox.call('POST', '/charges', order('twofold', simulate('contradictory_callback')));
    await vi.waitFor(() => expect(notified('twofold')).toHaveLength(2), patience);
    expect(notified('twofold').map(({ body }) => body.state)).toEqual(['CAPTURED', 'REFUSED']);
    expect(await journal('twofold')).toMatchObject([{ status: 'success' }]);
  });

  it('unsigned_callback: a callback with a wrong signature', async () => {
    await sandbox.call('POST', '/charges', order('unsigned', simulate('unsigned_callback')));
    await vi.waitFor(() => expect(notified('unsigned')).toHaveLength(1), patience);
    expect(notified('unsigned')[0]?.signed).toBe(false);
    expect(await lookUp('unsigned')).toMatchObject({ state: 'CAPTURED' });
  });

  it('no_callback: final at the provider, no callback ever', async () => {
    await sandbox.call('POST', '/charges', order('mute', simulate('no_callback')));
    await sandbox.call('POST', '/charges', order('mute-later', simulate('success')));
    await vi.waitFor(async () => expect(await lookUp('mute')).toMatchObject({ state: 'CAPTURED' }), patience);
    await vi.waitFor(() => expect(notified('mute-later')).toHaveLength(1), patience);
    expect(notified('mute')).toEqual([]);
  });

  it('wrong_amount: success with another amount', async () => {
    await sandbox.call('POST', '/charges', order('amount', simulate('wrong_amount')));
    await vi.waitFor(() => expect(notified('amount')).toHaveLength(1), patience);
    expect(notified('amount')[0]?.body).toMatchObject({ value: '10.10', captured_value: '110.10' });
  });

  it.each([
    ['timeout_success', 'CAPTURED'],
    ['timeout_decline', 'REFUSED'],
  ])('%s: silence, a status check says so, then %s and a late callback', async (scenario, state) => {
    await expect(sandbox.call('POST', '/charges', order(scenario, simulate(scenario)), 200)).rejects.toThrow(
      /timeout/,
    );
    expect(await lookUp(scenario)).toMatchObject({ state: 'PROCESSING' });
    await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
    expect(await lookUp(scenario)).toMatchObject({ state });
  });

  it('timeout_lost: no answer, and every status check says not found', async () => {
    const lost = sandbox.call('POST', '/charges', order('lost', simulate('timeout_lost')), 200);
    await expect(lost).rejects.toThrow(/timeout/);
    const answer = await sandbox.call('GET', '/charges/lost-1');
    expect(answer).toMatchObject({ status: 404, text: '{"fault":"UNKNOWN_ORDER"}' });
    expect(await journal('lost')).toEqual([]);
  });

  it.each([
    ['reset', 'fetch failed'],
    ['http_500', '500 {"fault":"INTERNAL"}'],
    ['garbage', '201 <html><body>Bad gatew'],
  ])('%s: the caller gets %s, the charge exists all the same', async (scenario, seen) => {
    const answer = sandbox.call('POST', '/charges', order(scenario, simulate(scenario)));
    const outcome = answer.then(({ status, text }) => `${status} ${text}`, String);
    expect(await outcome).toContain(seen);
    await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
    expect(await journal(scenario)).toMatchObject([{ status: 'success' }]);
  });

  it('a card number chooses a scenario as well, and is kept nowhere', async () => {
    const card = { number: '4000000000009995', code: '987', month: '12', year: '2031', holder: 'A B' };
    const answer = await sandbox.call('POST', '/charges', order('card', { instrument: 'CARD', card }));
    expect(answer.status).toBe(402);
    expect(answer.json()).toMatchObject({ state: 'REFUSED', retry_elsewhere: true });
    const kept = readFileSync(join(folder, 'journal.ndjson'), 'utf8');
    expect(kept).toContain('"first6":"400000","last4":"9995"');
    expect(kept).not.toContain(card.number);
    expect(kept).not.toContain('987"');
  });
});

describe('no scenario named: a customer decides', () => {
  it.each([
    ['approve', 'CAPTURED'],
    ['decline', 'REFUSED'],
    ['cancel', 'ABANDONED'],
  ])('%s on the page leads to %s and back to the merchant', async (action, state) => {
    const answer = await sandbox.call('POST', '/charges', order(action));
    const { pathname } = new URL(answer.json().next_step.url);
    const page = await fetch(sandbox.base + pathname);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain(`value="${action}"`);
    const back = await act(pathname, action);
    expect([back.status, back.headers.get('location')]).toEqual([303, 'http://shop.test/return']);
    expect(notified(action)[0]?.body).toMatchObject({ state });
    await act(pathname, 'approve');
    expect(await lookUp(action)).toMatchObject({ state });
  });

  it('instructions have the same page at our provider-side reference', async () => {
    await sandbox.call('POST', '/charges', order('dialled', { instrument: 'USSD', iso: 'NGN' }));
    expect(await (await fetch(`${sandbox.base}/instructions/dialled-1`)).text()).toContain('*737*');
    expect((await act('/instructions/dialled-1', 'approve')).status).toBe(303);
    expect(await lookUp('dialled')).toMatchObject({ state: 'CAPTURED' });
  });

  it.each([
    ['ideal without a phone expires', '', 'LAPSED'],
    ['with a phone without country code it is declined', '0612345678', 'REFUSED'],
  ])('%s', async (rule, phone, state) => {
    const reference = rule.replaceAll(' ', '_');
    await sandbox.call('POST', '/charges', order(reference, { payer: { phone } }));
    await act(`/instructions/${reference}-1`, 'approve');
    expect(await lookUp(reference)).toMatchObject({ state });
  });

  it('a payment without anything for the customer to do succeeds by callback at once', async () => {
    await sandbox.call('POST', '/charges', order('nothing', { simulate: { next_step: 'none' } }));
    await vi.waitFor(() => expect(notified('nothing')[0]?.body.state).toBe('CAPTURED'), patience);
  });

  it('the payment closes at the end of its window', async () => {
    const payable_until = new Date(Date.now() + 50).toISOString();
    await sandbox.call('POST', '/charges', order('window', { payable_until }));
    await vi.waitFor(() => expect(notified('window')[0]?.body.state).toBe('LAPSED'), patience);
  });

  it('an unpaid charge can be stopped by its merchant, a paid one says what it is', async () => {
    await sandbox.call('POST', '/charges', order('stopped'));
    expect((await sandbox.call('POST', '/charges/stopped-1/abandon', {})).json()).toMatchObject({
      state: 'ABANDONED',
    });
    await sandbox.call('POST', '/charges', order('paid', simulate('at_once')));
    expect((await sandbox.call('POST', '/charges/paid-1/abandon', {})).json()).toMatchObject({
      state: 'CAPTURED',
    });
    expect(await sandbox.call('POST', '/charges/never-1/abandon', {})).toMatchObject({ status: 404 });
  });
});

describe('a decent provider', () => {
  it('takes an order reference once', async () => {
    await sandbox.call('POST', '/charges', order('once'));
    expect(await sandbox.call('POST', '/charges', order('once'))).toMatchObject({ status: 409 });
    expect(await journal('once')).toHaveLength(1);
  });

  it.each([
    ['value', '-1'],
    ['iso', 'eur'],
    ['notify_url', 'ftp://x'],
    ['payable_until', 'tomorrow'],
    ['payable_until', '2030-13-45T00:00:00Z'],
  ])('refuses a wrong %s by name', async (field, value) => {
    const answer = await sandbox.call('POST', '/charges', order('wrong', { [field]: value }));
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.json()).toEqual({ fault: 'INVALID_FIELD', field });
  });

  it('refuses a card without its check digit', async () => {
    const card = { number: '4242424242424241', code: '987', month: '12', year: '2031', holder: 'A B' };
    const answer = await sandbox.call('POST', '/charges', order('mistyped', { card }));
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.json()).toEqual({ fault: 'INVALID_CARD' });
    expect(await journal('mistyped')).toEqual([]);
  });

  it('refuses what is not signed', async () => {
    const body = JSON.stringify(order('intruder'));
    const headers = { 'content-type': 'application/json', 'x-sandbox-account': 'acct_demo' };
    expect((await fetch(`${sandbox.base}/charges`, { method: 'POST', body, headers })).status).toBe(401);
  });

  it('repeats a notification until it is answered with 200', async () => {
    merchant.answers.push(503);
    await sandbox.call('POST', '/charges', order('repeated', simulate('success')));
    await vi.waitFor(() => expect(notified('repeated')).toHaveLength(2), patience);
    const [first, second] = notified('repeated');
    expect(second?.text).toBe(first?.text);
  });

  it('loses nothing when it is killed: journal, outcome and notification go on after a new start', async () => {
    const later = { simulate: { scenario: 'success', delay_ms: 1_000 } };
    await sandbox.call('POST', '/charges', order('survivor', later));
    await sandbox.call('POST', '/charges', order('waiting'));
    const copy = mkdtempSync(join(tmpdir(), 'sandbox-'));
    cpSync(folder, copy, { recursive: true });
    await sandbox.close();
    expect(notified('survivor')).toEqual([]);

    sandbox = await startSandbox(copy);
    expect(await lookUp('waiting')).toMatchObject({ state: 'AWAITING_PAYER' });
    await vi.waitFor(() => expect(notified('survivor')).toHaveLength(1), patience);
    expect(await journal('survivor')).toMatchObject([{ status: 'success' }]);
  });
});
