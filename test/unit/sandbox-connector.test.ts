import { JsonNumber } from '#domain/values/json';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IncomingCallback, PaymentOrder } from '#gateway/connectors/connector';
import type { TransferDetails } from '#domain/transaction/transfer-details';
import { findConnector } from '#gateway/connectors/registry';
import { sandboxConnector } from '#gateway/connectors/sandbox/connector';
import { startSandboxProvider } from '../fakes/sandbox-provider.js';

/** Connector and provider have a signature and a vocabulary each of their own; here they meet. */
const limit = { timeoutMs: 2_000 };
const patience = { timeout: 5_000, interval: 10 };
let running: Awaited<ReturnType<typeof startSandboxProvider>>;

beforeAll(async () => {
  running = await startSandboxProvider();
});
afterAll(() => running.close());
beforeEach(() => {
  running.callbacks.length = 0;
});

function order(providerReference: string, fields: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    providerReference,
    method: 'ideal',
    style: 'h2h',
    money: { amount: '10.10', currency: 'EUR' },
    customer: { identifier: 'c-1', phone: '+31600000000' },
    meta: {},
    returnUrl: 'http://checkout.test/return',
    callbackUrl: running.callbackUrl,
    payableUntil: new Date(Date.now() + 60_000).toISOString(),
    ...fields,
  };
}

const cancel = (reference: string) =>
  sandboxConnector.payment.cancel({ providerReference: reference }, running.account, limit);
const submit = (payment: PaymentOrder) => sandboxConnector.payment.submit(payment, running.account, limit);

/** What a mistyped scenario is answered with. */
const thereAre =
  'extra.meta.sandbox names no scenario. There are: ' +
  'at_once, contradictory_callback, decline, duplicate_callback, early_callback, error, expire, garbage, held_request, http_500, ' +
  'late_soft_decline, no_callback, refused, reset, soft_decline, success, timeout_decline, timeout_lost, timeout_success, unsigned_callback, wrong_amount';

describe('the sandbox connector at the sandbox', () => {
  it('is in the registry, and nothing else is by accident', () => {
    expect(findConnector('sandbox')).toBe(sandboxConnector);
    expect(findConnector('toString')).toBeUndefined();
  });

  it.each([
    ['ideal', 'h2h', 'redirect'],
    ['card', 'h2h', 'redirect'],
    ['ussd', 'h2h', 'ussd'],
    ['pix', 'hpp', 'qr'],
    ['multibanco', 'hpp', 'multibanco'],
    ['cash_mexico', 'hpp', 'voucher'],
    ['bank_transfer_mexico', 'h2h', 'bank_transfer_mexico'],
  ] as const)('%s (%s) is accepted with a challenge: %s', async (method, style, type) => {
    const result = await submit(order(`step-${method}-1`, { method, style }));
    expect(result).toMatchObject({ kind: 'accepted', challenge: { type } });
    const lookup = await sandboxConnector.payment.lookUp(
      { providerReference: `step-${method}-1` },
      running.account,
      limit,
    );
    expect(lookup).toMatchObject({ kind: 'found', report: { outcome: 'open' }, challenge: { type } });
  });

  it('extra.meta.sandbox_challenge asks for another challenge', async () => {
    const meta = { sandbox_challenge: 'redirect' };
    const result = await submit(order('asked-1', { method: 'bank_transfer_mexico', meta }));
    expect(result).toMatchObject({ kind: 'accepted', challenge: { type: 'redirect' } });
  });

  it.each([
    ['success', 'success'],
    ['decline', 'declined'],
    ['error', 'error'],
    ['expire', 'expired'],
  ])('%s is reported by callback and by look-up', async (sandbox, outcome) => {
    const reference = `told-${sandbox}-1`;
    await submit(order(reference, { meta: { sandbox, sandbox_delay_ms: new JsonNumber('10') } }));
    await vi.waitFor(() => expect(running.callbacks).toHaveLength(1), patience);
    const [callback] = running.callbacks;
    const reading = callback && sandboxConnector.readCallback(callback, [running.account]);
    const report = { providerReference: reference, outcome };
    expect(reading).toMatchObject({ kind: 'read', signature: 'right', mids: ['mid-demo'], report });
    const lookup = await sandboxConnector.payment.lookUp(
      { providerReference: reference },
      running.account,
      limit,
    );
    expect(lookup).toMatchObject({ kind: 'found', report });
  });

  it.each([
    ['at_once', { kind: 'final', report: { outcome: 'success', amount: '10.10', currency: 'EUR' } }],
    ['refused', { kind: 'notSent', detail: 'ECONNREFUSED' }],
    ['reset', { kind: 'unknown', cause: 'communication' }],
    ['http_500', { kind: 'unknown', cause: 'communication' }],
    ['garbage', { kind: 'unknown', cause: 'unreadable' }],
    [
      'no_such_scenario',
      {
        kind: 'final',
        report: { outcome: 'error', reason: 'UNKNOWN_SCENARIO', explanation: thereAre },
      },
    ],
  ])('%s', async (sandbox, expected) => {
    expect(await submit(order(`${sandbox}-1`, { meta: { sandbox } }))).toMatchObject(expected);
  });

  it('a cancel closes an order that it has not seen: what arrives after it is refused', async () => {
    const reference = 'closed-1';
    expect(sandboxConnector.payment.cancelClosesUnseen).toBe(true);
    expect(await cancel(reference)).toEqual({ kind: 'notFound' });
    expect(await submit(order(reference, { meta: { sandbox: 'success' } }))).toEqual({
      kind: 'final',
      report: { providerReference: reference, outcome: 'error', reason: 'ORDER_CLOSED' },
    });
    expect(await cancel(reference)).toEqual({ kind: 'notFound' });
  });

  it.each(['timeout_success', 'timeout_decline', 'timeout_lost'])('%s gets no answer', async (sandbox) => {
    const payment = order(`${sandbox}-1`, { meta: { sandbox } });
    const result = await sandboxConnector.payment.submit(payment, running.account, { timeoutMs: 200 });
    expect(result).toMatchObject({ kind: 'unknown', cause: 'timeout' });
    const lookup = await sandboxConnector.payment.lookUp(
      { providerReference: `${sandbox}-1` },
      running.account,
      limit,
    );
    const working = { kind: 'found', report: { outcome: 'open' } };
    expect(lookup).toMatchObject(sandbox === 'timeout_lost' ? { kind: 'notFound' } : working);
  });

  it('a card is declined softly by one account and approved by another', async () => {
    const card = { pan: '4000000000009995', cvv: '123', expMonth: '12', expYear: '31', holderName: 'A B' };
    expect(await submit(order('soft-1', { method: 'card', card }))).toMatchObject({
      kind: 'declined',
      soft: true,
    });
    const credentials = { account: 'acct_second', secret: 'sandbox_secret_second' };
    const second = { ...running.account, mid: 'mid-second', credentials };
    const result = await sandboxConnector.payment.submit(
      order('soft-2', { method: 'card', card }),
      second,
      limit,
    );
    expect(result).toMatchObject({ kind: 'accepted' });
  });

  it('cancel stops an unpaid payment, returns the report of a paid one, and recognizes an unknown one', async () => {
    await submit(order('unpaid-1'));
    await submit(order('paid-1', { meta: { sandbox: 'at_once' } }));
    expect(await cancel('unpaid-1')).toMatchObject({ kind: 'found', report: { outcome: 'cancelled' } });
    expect(await cancel('paid-1')).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await cancel('nobody-1')).toEqual({ kind: 'notFound' });
  });

  it('wrong credentials register nothing', async () => {
    const intruder = { ...running.account, credentials: { account: 'acct_demo', secret: 'guessed' } };
    const result = await sandboxConnector.payment.submit(order('intruder-1'), intruder, limit);
    expect(result).toMatchObject({
      kind: 'final',
      report: { outcome: 'error', reason: 'NOT_AUTHENTICATED' },
    });
    expect(
      await sandboxConnector.payment.lookUp({ providerReference: 'intruder-1' }, running.account, limit),
    ).toEqual({
      kind: 'notFound',
    });
  });
});

async function received(sandbox: string): Promise<IncomingCallback> {
  const reference = `read-${sandbox}-${randomUUID()}-1`;
  await submit(order(reference, { meta: { sandbox, sandbox_delay_ms: new JsonNumber('0') } }));
  // Callbacks of earlier tests may still be on their way.
  return vi.waitFor(() => {
    const own = running.callbacks.find(({ rawBody }) => rawBody.includes(reference));
    if (own === undefined) throw new Error('no callback yet');
    return own;
  }, patience);
}

describe('transfer details at the sandbox', () => {
  const clabe = '002010077777777771';
  const details = { trackingKey: 'ABC123', senderBank: 'BANAMEX', senderClabe: clabe };
  const tell = (reference: string, told: TransferDetails) =>
    sandboxConnector.payment.submitTransferDetails(reference, told, running.account, limit);

  it('are taken once, in the same words as often as one likes, in others never', async () => {
    await submit(order('transfer-1', { method: 'bank_transfer_mexico' }));
    expect(await tell('transfer-1', details)).toEqual({ kind: 'taken' });
    expect(await tell('transfer-1', details)).toEqual({ kind: 'taken' });
    const others = { ...details, trackingKey: 'ABC124' };
    expect(await tell('transfer-1', others)).toEqual({ kind: 'refused', reason: 'OTHER_TRANSFER_KNOWN' });
    const journal = await running.provider.inject('/journal?identifier=transfer');
    expect(journal.json()).toMatchObject({
      entries: [{ transfer: { tracking_key: 'ABC123', from_bank: 'BANAMEX', from_clabe_end: '7771' } }],
    });
    expect(journal.body).not.toContain(clabe);
  });

  it('are refused where there is no such charge, or none that expects a transfer', async () => {
    await submit(order('visit-1'));
    expect(await tell('visit-1', details)).toEqual({ kind: 'refused', reason: 'NO_TRANSFER_EXPECTED' });
    expect(await tell('nobody-1', details)).toEqual({ kind: 'refused', reason: 'UNKNOWN_ORDER' });
  });
});

describe('reading a callback', () => {
  it('a wrong signature is reported, without a MID', async () => {
    const callback = await received('unsigned_callback');
    expect(sandboxConnector.readCallback(callback, [running.account])).toMatchObject({
      signature: 'wrong',
      mids: [],
    });
  });

  it.each([
    [
      'one byte changed',
      (c: IncomingCallback) => ({ ...c, rawBody: Buffer.concat([c.rawBody, Buffer.from(' ')]) }),
    ],
    [
      'no signature',
      (c: IncomingCallback) => ({ ...c, headers: { ...c.headers, 'x-sandbox-signature': undefined } }),
    ],
    [
      'another account',
      (c: IncomingCallback) => ({ ...c, headers: { ...c.headers, 'x-sandbox-account': 'x' } }),
    ],
    [
      'no account',
      (c: IncomingCallback) => ({ ...c, headers: { ...c.headers, 'x-sandbox-account': undefined } }),
    ],
    [
      'an old time',
      (c: IncomingCallback) => ({
        ...c,
        headers: {
          ...c.headers,
          'x-sandbox-signature': String(c.headers['x-sandbox-signature']).replace(/t=\d+/, 't=1'),
        },
      }),
    ],
  ])('%s is a wrong signature', async (_what, change) => {
    const callback = await received('success');
    expect(sandboxConnector.readCallback(callback, [running.account])).toMatchObject({ signature: 'right' });
    expect(sandboxConnector.readCallback(change(callback), [running.account])).toMatchObject({
      signature: 'wrong',
    });
  });

  it('an MID without credentials verifies nothing', async () => {
    const callback = await received('success');
    const { 'x-sandbox-account': _account, ...headers } = callback.headers;
    const bare = { ...running.account, credentials: {} };
    expect(sandboxConnector.readCallback({ ...callback, headers }, [bare])).toMatchObject({
      signature: 'wrong',
    });
  });

  it.each(['', 'null', '[]', '{"notification":"nt_1"}', '<html>'])('%s is unreadable', (text) => {
    const callback = { target: '/', headers: {}, rawHeaders: [], rawBody: Buffer.from(text) };
    expect(sandboxConnector.readCallback(callback, [running.account])).toEqual({ kind: 'unreadable' });
  });
});
