import { afterEach, describe, expect, it } from 'vitest';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { readStatement } from './statement.js';

/** Goal: what moved Stripe's balance is told as lines, all of it or nothing (contract §16.8, C29). */
const asked = {
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2026-01-02T00:00:00Z'),
  timezone: 'Europe/Lisbon',
};
const list = (...data: readonly unknown[]): ProviderAnswer => ({
  status: 200,
  body: { object: 'list', has_more: false, data },
});
const balance = 'GET /v1/balance_transactions';
const reference = '0195d2a1-0000-7000-8000-000000000001-1';
const metadata = { gateway_reference: reference };
const created = 1_767_225_600;

const movement = (fields: object) => ({
  id: 'txn_1',
  object: 'balance_transaction',
  type: 'charge',
  amount: 1_234,
  fee: 42,
  net: 1_192,
  currency: 'eur',
  created,
  exchange_rate: null,
  source: { id: 'ch_1', object: 'charge', amount: 1_234, currency: 'eur', payment_intent: 'pi_1', metadata },
  ...fields,
});
const refunded = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  currency: 'eur',
  payment_intent: 'pi_1',
  metadata,
};
const dispute = { id: 'du_1', object: 'dispute', amount: 1_234, currency: 'eur', payment_intent: 'pi_1' };

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

async function read(answers: Readonly<Record<string, ProviderAnswer>>) {
  provider = await openScriptedProvider(answers, {
    secret_key: 'sk_test_0123456789',
    webhook_secret: 'whsec_0123456789',
    raw_cards: 'no',
  });
  return readStatement(asked, provider.account, { timeoutMs: 2_000 });
}

async function linesOf(...rows: readonly unknown[]) {
  const told = await read({ [balance]: list(...rows) });
  if (told.kind !== 'read') throw new Error(told.detail);
  return told.lines;
}

describe('a movement of the balance', () => {
  it('is a payment with its fee, under our reference', async () => {
    expect(await linesOf(movement({}))).toEqual([
      {
        lineKey: 'txn_1',
        kind: 'payment',
        reference,
        providerId: 'pi_1',
        gross: '12.34',
        fee: '0.42',
        tax: '0.00',
        net: '11.92',
        currency: 'EUR',
        bookedOn: '2026-01-01',
      },
    ]);
    const query = new URLSearchParams(provider?.seen.at(-1)?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      'created[gte]': '1767225600',
      'created[lt]': '1767312000',
      'expand[0]': 'data.source',
      limit: '100',
    });
  });

  it.each([
    [
      'refund',
      { amount: -500, fee: 0, source: refunded },
      { kind: 'refund', reference, providerId: 're_1', net: '5.00' },
    ],
    [
      'refund',
      { amount: -500, fee: 0, source: { ...refunded, metadata: {} } },
      { kind: 'refund', providerId: 'pi_1', gross: '5.00' },
    ],
    [
      'payment_failure_refund',
      { amount: 500, fee: 0, source: refunded },
      { kind: 'refund_returned', net: '5.00' },
    ],
    [
      'adjustment',
      { amount: -1_234, fee: 1_500, source: dispute },
      { kind: 'chargeback', providerId: 'pi_1', net: '27.34' },
    ],
    ['adjustment', { amount: 1_234, fee: 0, source: dispute }, { kind: 'chargeback_won', net: '12.34' }],
    ['adjustment', { amount: -100, fee: 0, source: null }, { kind: 'other', net: '-1.00' }],
    [
      'payout',
      { amount: -1_192, fee: 0, source: 'po_1' },
      { kind: 'settlement', settlement: 'po_1', net: '11.92' },
    ],
    ['stripe_fee', { amount: -200, fee: 0, source: null }, { kind: 'fee', gross: '2.00', net: '2.00' }],
    ['stripe_fee', { amount: 200, fee: 0, source: null }, { kind: 'other', net: '2.00' }],
    ['topup', { amount: 300, fee: 0, source: null }, { kind: 'other', net: '3.00' }],
    ['reserve_hold', { amount: -300, fee: 0, source: null }, { kind: 'other', net: '-3.00' }],
  ])('of the type %s, %j, is %j', async (type, fields, line) => {
    expect(await linesOf(movement({ type, ...fields }))).toEqual([expect.objectContaining(line)]);
  });

  it('that was converted has the gross that was paid, and its fee in a line of its own', async () => {
    const source = { id: 'ch_1', object: 'charge', amount: 1_000, currency: 'usd', metadata };
    expect(await linesOf(movement({ amount: 905, fee: 40, exchange_rate: 0.905, source }))).toEqual([
      expect.objectContaining({
        kind: 'payment',
        gross: '10.00',
        fee: '0.00',
        net: '10.00',
        currency: 'USD',
        settledAmount: '9.05',
        settledCurrency: 'EUR',
        rate: '0.905',
      }),
      expect.objectContaining({ lineKey: 'txn_1:fee', kind: 'fee', gross: '0.40', currency: 'EUR' }),
    ]);
  });

  it('that was converted keeps a fee that is given back, as money that comes in', async () => {
    const source = { ...refunded, amount: 1_000, currency: 'usd' };
    const row = movement({ type: 'refund', amount: -905, fee: -40, exchange_rate: 0.905, source });
    expect(await linesOf(row)).toMatchObject([
      { kind: 'refund', gross: '10.00', net: '10.00', currency: 'USD', settledAmount: '9.05' },
      { lineKey: 'txn_1:fee', kind: 'other', gross: '0.40', net: '0.40', currency: 'EUR' },
    ]);
  });

  it('that a payout has settled is told with it', async () => {
    const payout = { id: 'po_1', object: 'payout', automatic: true };
    const lines = await linesOf(
      movement({ id: 'txn_2', type: 'payout', amount: -1_192, fee: 0, source: payout }),
      movement({}),
    );
    expect(lines.map(({ lineKey, settlement }) => [lineKey, settlement])).toEqual([
      ['txn_2', 'po_1'],
      ['txn_1', 'po_1'],
    ]);
    expect(provider?.seen.at(-1)?.line).toContain('payout=po_1');
  });

  it('in a currency that Stripe counts in two ways is not ours', async () => {
    expect(await linesOf(movement({ currency: 'ugx' }))).toEqual([]);
  });

  it.each([{ id: undefined }, { amount: '12' }, { fee: 0.5 }, { object: 'charge' }, { created: null }])(
    'with %j is no answer',
    async (fields) => {
      expect(await read({ [balance]: list(movement(fields)) })).toMatchObject({ kind: 'noAnswer' });
    },
  );

  it.each<readonly [string, ProviderAnswer]>([
    ['a cut connection', 'cut'],
    ['an error', { status: 500, body: {} }],
    ['more pages than come', { status: 200, body: { has_more: true, data: [] } }],
  ])('after %s is no answer (C29)', async (_, answer) => {
    expect(await read({ [balance]: answer })).toMatchObject({ kind: 'noAnswer' });
  });
});

describe('a server without a list of movements', () => {
  const charge = {
    id: 'ch_1',
    object: 'charge',
    paid: true,
    status: 'succeeded',
    amount: 1_234,
    currency: 'eur',
    created,
    payment_intent: 'pi_1',
    metadata,
  };
  const lists = {
    'GET /v1/charges': list(
      charge,
      { ...charge, id: 'ch_2', paid: false, status: 'failed' },
      { ...charge, currency: 'ugx' },
    ),
    'GET /v1/refunds': list(
      { ...refunded, status: 'succeeded', created },
      { ...refunded, id: 're_2', status: 'failed', created },
    ),
    'GET /v1/disputes': list(
      { ...dispute, status: 'needs_response', reason: 'fraudulent', created },
      { ...dispute, id: 'du_2', status: 'won', reason: 'fraudulent', created },
    ),
  };

  it('is read by charges, refunds and disputes, without fees', async () => {
    const told = await read(lists);
    expect(told.kind === 'read' ? told.lines : told).toEqual(
      [
        { lineKey: 'ch_1', kind: 'payment', reference, providerId: 'pi_1', gross: '12.34', fee: '0.00' },
        { lineKey: 're_1', kind: 'refund', reference, providerId: 're_1', gross: '5.00' },
        { lineKey: 'du_1', kind: 'chargeback', providerId: 'pi_1', gross: '12.34' },
        { lineKey: 'du_2', kind: 'chargeback', providerId: 'pi_1' },
        { lineKey: 'du_2:won', kind: 'chargeback_won', providerId: 'pi_1' },
      ].map((line) => expect.objectContaining(line)),
    );
  });

  it.each(Object.keys(lists))('without %s is no answer', async (path) => {
    expect(await read({ ...lists, [path]: 'cut' })).toMatchObject({ kind: 'noAnswer' });
  });
});
