import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PayoutOrder } from '#gateway/connectors/connector';
import { paystackConnector } from '#gateway/connectors/paystack/connector';
import { newReference, paymentOrder, payoutOrder } from '../fakes/paystack-orders.js';
import { deviations } from '../fakes/paystack-description.js';
import { journalOf } from '../witnesses/journal.js';
import { startPaystackFace } from '../fakes/paystack-face.js';

/** The connector meets the Paystack face of the sandbox; what both say is held against the published description. */
const { payment, payout, readCallback } = paystackConnector;
const limit = { timeoutMs: 1_500 };
const patience = { timeout: 5_000, interval: 10 };
let face: Awaited<ReturnType<typeof startPaystackFace>>;

beforeAll(async () => {
  face = await startPaystackFace();
});
afterAll(() => face.close());
beforeEach(() => {
  face.callbacks.length = 0;
  face.exchanges.length = 0;
});
afterEach(() => {
  const found = face.exchanges.flatMap(deviations);
  if (found.length > 0) throw new Error(found.join('\n'));
});

async function send(order: PayoutOrder) {
  const preparation = await payout.prepare?.(order, face.account, limit);
  if (preparation?.kind !== 'prepared' || preparation.prepared === undefined) return preparation;
  return payout.submit({ ...order, prepared: preparation.prepared }, face.account, limit);
}

async function nextEvent() {
  const callback = await vi.waitFor(() => {
    const [first] = face.callbacks;
    if (!first) throw new Error('no event yet');
    return first;
  }, patience);
  const stranger = { ...face.account, mid: 'another', credentials: { secret_key: 'x' } };
  return readCallback(callback, [face.account, stranger]);
}

describe('a payout', () => {
  it('is a recipient, and then a transfer with our reference, in minor units', async () => {
    const order = payoutOrder();
    const { providerReference } = order;
    const report = { providerReference, outcome: 'open', amount: '1500.50', currency: 'NGN' };
    expect(await send(order)).toMatchObject({ kind: 'accepted', report });
    expect(face.exchanges.map(({ request }) => request)).toEqual([
      {
        type: 'nuban',
        name: 'Ada Lovelace',
        account_number: '0001234567',
        bank_code: '058',
        currency: 'NGN',
      },
      {
        source: 'balance',
        amount: 150_050,
        currency: 'NGN',
        recipient: expect.stringMatching(/^RCP_/),
        reference: providerReference,
        reason: 'Wages',
      },
    ]);
    expect(await nextEvent()).toMatchObject({
      signature: 'right',
      mids: ['paystack_main'],
      eventId: expect.stringMatching(/^transfer\.success:\d+$/),
      report: { providerReference, outcome: 'success', amount: '1500.50', currency: 'NGN' },
    });
    expect(await payout.lookUp({ providerReference }, face.account, limit)).toMatchObject({
      kind: 'found',
      report: { outcome: 'success', amount: '1500.50' },
    });
  });

  it.each([
    ['GHS', 'ghipss'],
    ['ZAR', 'basa'],
  ])('in %s goes to a recipient of type %s', async (currency, type) => {
    expect(await send(payoutOrder({ money: { amount: '10', currency } }))).toMatchObject({
      kind: 'accepted',
    });
    expect(face.exchanges[0]?.request).toMatchObject({ type, currency });
  });

  it('in KES goes to a type that is described for banks, and not for recipients', async () => {
    await send(payoutOrder({ money: { amount: '10', currency: 'KES' } }));
    expect(face.exchanges[0]?.request).toMatchObject({ type: 'kepss' });
    expect(face.exchanges.splice(0).flatMap(deviations)).toEqual([
      'POST /transferrecipient 201: /type must be equal to one of the allowed values',
    ]);
  });

  it.each([
    ['an account that no bank has', { requisites: { account_number: '0000000404' } }, 'status 400', 'failed'],
    ['a fault of the provider', { requisites: { account_number: '0000000500' } }, 'status 500', undefined],
    ['no account', { requisites: {} }, 'account_number is missing', 'failed'],
    ['no name given', { customer: {} }, 'the name of the beneficiary is missing', 'failed'],
    ['another currency', { money: { amount: '1', currency: 'EUR' } }, 'no transfers in EUR', 'failed'],
  ] as const)('without a recipient is never sent: %s', async (_case, fields, detail, error) => {
    expect(await send(payoutOrder(fields))).toEqual({ kind: 'notSent', detail, ...(error && { error }) });
    expect(face.exchanges.filter(({ path }) => path === '/transfer')).toEqual([]);
  });

  it.each([
    ['balance', { kind: 'notSent', detail: 'status 400', error: 'failed' }],
    ['throttled', { kind: 'unknown', cause: 'communication', detail: 'status 429' }],
    ['http_500', { kind: 'unknown', cause: 'communication', detail: 'status 500' }],
    ['garbage', { kind: 'unknown', cause: 'unreadable', detail: 'status 200' }],
    ['timeout_lost', { kind: 'unknown', cause: 'timeout' }],
    ['otp', { kind: 'accepted', report: { outcome: 'open', awaitsApproval: true } }],
    ['rejected', { kind: 'accepted', report: { outcome: 'open' } }],
    ['at_once', { kind: 'final', report: { outcome: 'success' } }],
  ])('that meets [%s] is answered by what that proves', async (word, result) => {
    const sent = await send(payoutOrder({ description: `Wages [${word}]` }));
    expect(sent).toMatchObject(result);
    // The description says nothing of faults, and of broken bodies less.
    face.exchanges.length = 0;
  });

  it.each([
    ['decline', 'declined', 'failed'],
    ['rejected', 'declined', 'rejected'],
    ['blocked', 'error', 'blocked'],
  ])('that ends by [%s] is %s', async (word, outcome, reason) => {
    const order = payoutOrder({ description: `[${word}]` });
    await send(order);
    const { providerReference } = order;
    await vi.waitFor(async () => {
      const report = { outcome, reason };
      expect(await payout.lookUp({ providerReference }, face.account, limit)).toMatchObject({ report });
    }, patience);
  });

  it('with a reference that is known is not declined: it is looked up', async () => {
    const order = payoutOrder();
    await send(order);
    expect(await send(order)).toEqual({ kind: 'unknown', cause: 'unreadable', detail: 'status 400' });
    face.exchanges.length = 0;
  });

  it('that came back says so in another event', async () => {
    const order = payoutOrder({ description: '[contradictory_callback]' });
    await send(order);
    const { providerReference } = order;
    const told = await vi.waitFor(() => {
      const readings = face.callbacks.map((callback) => readCallback(callback, [face.account]));
      const own = readings.filter(
        (reading) => reading.kind === 'read' && reading.report.providerReference === providerReference,
      );
      if (own.length < 2) throw new Error('no second event yet');
      return own;
    }, patience);
    expect(told).toMatchObject([
      { eventId: expect.stringMatching(/^transfer\.success:/), report: { outcome: 'success' } },
      {
        eventId: expect.stringMatching(/^transfer\.reversed:/),
        report: { outcome: 'declined', reason: 'reversed' },
      },
    ]);
  });

  it('is not found for a while, and by the name that the provider gave it at once', async () => {
    const order = payoutOrder({ description: '[late_success]' });
    const sent = await send(order);
    const { providerReference } = order;
    expect(await payout.lookUp({ providerReference }, face.account, limit)).toEqual({ kind: 'notFound' });
    const providerId = sent && 'providerId' in sent ? sent.providerId : undefined;
    const handle = { providerReference, providerId };
    expect(await payout.lookUp(handle, face.account, limit)).toMatchObject({ kind: 'found' });
    await vi.waitFor(async () => {
      const answer = await payout.lookUp({ providerReference }, face.account, limit);
      expect(answer).toMatchObject({ report: { outcome: 'success' } });
    }, patience);
    face.exchanges.length = 0;
  });

  it('is made with banks of all pages that take transfers, and the owner of an account is known', async () => {
    const banks = await payout.listBanks?.('NG', face.account, limit);
    expect(banks).toMatchObject({ kind: 'listed' });
    const codes = banks?.kind === 'listed' ? banks.banks.map(({ code }) => code) : [];
    expect(codes).toContain('058');
    expect(codes).not.toContain('999');
    expect(codes).not.toContain('MTN');
    expect(await payout.listBanks?.('MW', face.account, limit)).toEqual({ kind: 'listed', banks: [] });
    const order = payoutOrder();
    expect(await payout.resolveAccount?.(order, face.account, limit)).toEqual({
      kind: 'resolved',
      name: 'ADA LOVELACE',
    });
  });
});

describe('a payment', () => {
  it('by USSD has a code to dial, and ends by an event', async () => {
    const order = paymentOrder({ customer: { email: 'ada+success@example.com' }, channelCode: '919' });
    const { providerReference } = order;
    const sent = await payment.submit(order, face.account, limit);
    expect(sent).toMatchObject({
      kind: 'accepted',
      challenge: { type: 'ussd', code: expect.stringMatching(/^\*737/) },
    });
    expect(face.exchanges[0]?.request).toEqual({
      email: 'ada+success@example.com',
      amount: 25_000,
      currency: 'NGN',
      reference: providerReference,
      ussd: { type: '919' },
    });
    expect(await nextEvent()).toMatchObject({
      eventId: expect.stringMatching(/^charge\.success:\d+$/),
      report: { providerReference, outcome: 'success', amount: '250.00', currency: 'NGN' },
    });
  });

  it('by card has a page of the provider, which exists only once it is sent', async () => {
    const order = paymentOrder({ method: 'card', style: 'hpp' });
    const { providerReference } = order;
    const preparation = await payment.prepare?.(order, face.account, limit);
    const prepared = preparation?.kind === 'prepared' ? (preparation.prepared ?? '') : '';
    const challenge = { type: 'redirect', url: prepared };
    expect(await payment.submit({ ...order, prepared }, face.account, limit)).toEqual({
      kind: 'accepted',
      challenge,
    });
    expect(await payment.lookUp({ providerReference, prepared }, face.account, limit)).toMatchObject({
      kind: 'found',
      report: { outcome: 'open' },
      challenge,
    });
    const page = prepared.replace(/^https?:\/\/[^/]+/, face.sandboxUrl);
    await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ action: 'approve' }),
      redirect: 'manual',
    });
    expect(await nextEvent()).toMatchObject({ report: { providerReference, outcome: 'success' } });
  });

  it('of XOF, which has no subunit, is counted in hundredths all the same: there, and in what is read', async () => {
    const order = paymentOrder({ method: 'card', money: { amount: '1500', currency: 'XOF' } });
    const { providerReference } = order;
    expect(await payment.prepare?.(order, face.account, limit)).toMatchObject({ kind: 'prepared' });
    expect(face.exchanges[0]?.request).toMatchObject({ amount: 150_000, currency: 'XOF' });
    expect(await payment.lookUp({ providerReference }, face.account, limit)).toMatchObject({
      kind: 'found',
      report: { outcome: 'open', amount: '1500', currency: 'XOF' },
    });
    expect(face.exchanges.splice(0).flatMap(deviations)).toEqual([
      'POST /transaction/initialize 200: /currency must be equal to one of the allowed values',
    ]);
    const charges = await journalOf(face.sandboxUrl, providerReference.replace(/-1$/, ''));
    expect(charges).toMatchObject([{ amount: '1500.00', currency: 'XOF' }]);
  });

  it.each([
    ['a fraction of XOF', { amount: '1500.50', currency: 'XOF' }],
    ['a currency that it does not have', { amount: '1500', currency: 'RWF' }],
  ])('of %s is never sent', async (_case, money) => {
    const notSent = { kind: 'notSent', detail: `no such amount in ${money.currency}`, error: 'failed' };
    expect(await payment.submit(paymentOrder({ money }), face.account, limit)).toEqual(notSent);
    const page = paymentOrder({ money, method: 'card' });
    expect(await payment.prepare?.(page, face.account, limit)).toEqual(notSent);
    expect(face.exchanges).toEqual([]);
  });

  it('without an e-mail address is never sent', async () => {
    const detail = 'customer.email is missing';
    const notSent = { kind: 'notSent', detail, error: 'failed' };
    const order = paymentOrder({ customer: {} });
    expect(await payment.submit(order, face.account, limit)).toEqual(notSent);
    expect(await payment.prepare?.({ ...order, method: 'card' }, face.account, limit)).toEqual(notSent);
  });

  it.each([
    ['decline', 'declined'],
    ['error', 'declined'],
  ])('that ends by +%s is %s, which only a look-up reports', async (word, outcome) => {
    const order = paymentOrder({ customer: { email: `ada+${word}@example.com` } });
    const { providerReference } = order;
    await payment.submit(order, face.account, limit);
    await vi.waitFor(async () => {
      const answer = await payment.lookUp({ providerReference }, face.account, limit);
      expect(answer).toMatchObject({ report: { outcome, reason: 'failed' } });
    }, patience);
    expect(face.callbacks).toEqual([]);
  });

  it('that the provider does not know is not found', async () => {
    const handle = { providerReference: newReference() };
    expect(await payment.lookUp(handle, face.account, limit)).toEqual({ kind: 'notFound' });
  });
});
