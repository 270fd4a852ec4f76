import { afterEach, describe, expect, it } from 'vitest';
import type { RefundHandle, RefundOrder } from '../connector.js';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { refundOutcomes } from './read-refund.js';
import { refunds } from './refunds.js';

const limit = { timeoutMs: 2_000 };
const providerReference = '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73-1';
const charge = { providerReference: 'ord-1', money: { amount: '250.00', currency: 'NGN' } };
const money = { amount: '100.50', currency: 'NGN' };
const order: RefundOrder = {
  providerReference,
  charge,
  method: 'card',
  money,
  description: 'One of two items',
  meta: {},
  callbackUrl: 'https://gw.example.com/provider-callbacks/paystack',
};
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));
const handle: RefundHandle = {
  providerReference,
  charge,
  money,
  madeFrom: at(10),
  madeUntil: at(20),
  knownIds: [],
};

/** As the create call shows it; a list has the payment's reference beside. */
const created = {
  id: 77,
  transaction: { id: 1, reference: 'ord-1' },
  status: 'pending',
  merchant_note: providerReference,
  amount: 10_050,
  currency: 'NGN',
};
const listed = { ...created, transaction: 1, transaction_reference: 'ord-1', dispute: null };
const success = (data: unknown, more: object = {}) => ({ status: true, message: 'x', data, ...more });
const listOf = (rows: readonly unknown[]): ProviderAnswer => ({
  status: 200,
  body: success(rows, { meta: { total: rows.length, pageCount: 1 } }),
});
const fault = (message: string, code?: string) => ({ status: false, message, type: 'api_error', code });
const report = (outcome: string) => ({ providerReference, outcome, providerId: '77', ...money });

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

async function open(answers: Readonly<Record<string, ProviderAnswer>>) {
  provider = await openScriptedProvider(answers, { secret_key: 'sk_test_0123456789' });
  return provider;
}

/** Its support pages and its guide name these states, and no others. */
const described = ['pending', 'processing', 'processed', 'failed', 'needs-attention'];

describe('a refund at Paystack', () => {
  it('has an outcome for each described state', () => {
    expect(Object.keys(refundOutcomes).toSorted()).toEqual(described.toSorted());
  });

  it('is sent with the payment’s reference and ours as its note, in minor units', async () => {
    const { account, seen } = await open({ 'POST /refund': { status: 200, body: success(created) } });
    const sent = await refunds.submit(order, account, limit);
    expect(sent).toEqual({ kind: 'accepted', providerId: '77', report: report('open') });
    expect(seen).toMatchObject([
      { line: 'POST /refund', headers: { authorization: 'Bearer sk_test_0123456789' } },
    ]);
    expect(seen[0]?.body).toEqual({
      transaction: 'ord-1',
      amount: 10_050,
      currency: 'NGN',
      merchant_note: providerReference,
      customer_note: 'One of two items',
    });
  });

  it.each([
    ['pending', { kind: 'accepted', report: report('open') }],
    ['processing', { kind: 'accepted', report: report('open') }],
    ['needs-attention', { kind: 'accepted', report: { ...report('open'), awaitsApproval: true } }],
    ['processed', { kind: 'final', report: report('success') }],
    ['failed', { kind: 'declined', soft: false, report: { ...report('declined'), reason: 'failed' } }],
    ['unheard-of', { kind: 'unknown' }],
    ['toString', { kind: 'unknown' }],
  ])('answered with %s', async (status, result) => {
    const body = success({ ...created, status });
    const { account } = await open({ 'POST /refund': { status: 200, body } });
    expect(await refunds.submit(order, account, limit)).toMatchObject(result);
  });

  it.each<readonly [string, ProviderAnswer, object]>([
    ['another note', { status: 200, body: success({ ...created, merchant_note: 'x' }) }, { kind: 'unknown' }],
    ['no note', { status: 200, body: success({ ...created, merchant_note: null }) }, { kind: 'unknown' }],
    [
      'another payment',
      { status: 200, body: success({ ...created, transaction: { reference: 'ord-2' } }) },
      { kind: 'unknown' },
    ],
    ['no JSON', { status: 200, body: '<html>' }, { kind: 'unknown', cause: 'unreadable' }],
    ['a wrong key', { status: 401, body: fault('Invalid key') }, { kind: 'notSent', error: 'failed' }],
    [
      'a field missing',
      { status: 400, body: fault('Transaction is required', 'missing_params') },
      { kind: 'final', report: { outcome: 'error' } },
    ],
    [
      'more than is left',
      { status: 400, body: fault('Refund amount cannot be more than transaction amount') },
      { kind: 'unknown' },
    ],
    [
      'too many requests',
      { status: 429, body: fault('Too many requests') },
      { kind: 'unknown', cause: 'communication' },
    ],
    [
      'a fault',
      { status: 500, body: fault('An error occurred') },
      { kind: 'unknown', cause: 'communication' },
    ],
    ['a cut', 'cut', { kind: 'unknown', cause: 'communication' }],
    ['silence', 'silent', { kind: 'unknown', cause: 'timeout' }],
  ])('answered with %s', async (_what, answer, result) => {
    const { account, seen } = await open({ 'POST /refund': answer });
    expect(await refunds.submit(order, account, { timeoutMs: 500 })).toMatchObject(result);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [{ amount: '1', currency: 'XOF' }, 'no refunds in XOF'],
    [{ amount: '0.001', currency: 'NGN' }, 'no such amount in NGN'],
  ])('of %j is never sent', async (wanted, detail) => {
    const { account, seen } = await open({});
    expect(await refunds.submit({ ...order, money: wanted }, account, limit)).toEqual({
      kind: 'notSent',
      detail,
      error: 'failed',
    });
    expect(seen).toEqual([]);
  });
});

describe('the look-up of a refund at Paystack', () => {
  it.each([
    ['pending', report('open')],
    ['processing', report('open')],
    ['needs-attention', { ...report('open'), awaitsApproval: true }],
    ['processed', report('success')],
    ['failed', { ...report('declined'), reason: 'failed' }],
    ['unheard-of', report('open')],
  ])('by its id: %s', async (status, expected) => {
    const { account, seen } = await open({
      'GET /refund/77': { status: 200, body: success({ ...listed, status }) },
    });
    const found = await refunds.lookUp({ ...handle, providerId: '77' }, account, limit);
    expect(found).toEqual({ kind: 'found', report: expected });
    expect(seen).toHaveLength(1);
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['unknown there', { status: 404, body: fault('Refund not found') }],
    ['with another note', { status: 200, body: success({ ...listed, merchant_note: 'x' }) }],
    ['of another payment', { status: 200, body: success({ ...listed, transaction_reference: 'ord-2' }) }],
    ['with a broken body', { status: 200, body: '{' }],
  ])('by its id, %s, is no answer', async (_what, answer) => {
    const { account } = await open({ 'GET /refund/77': answer });
    const found = await refunds.lookUp({ ...handle, providerId: '77' }, account, limit);
    expect(found).toMatchObject({ kind: 'noAnswer' });
  });

  const other = { ...listed, id: 78, merchant_note: 'made in the dashboard' };
  it.each<readonly [string, readonly unknown[], object]>([
    ['empty', [], { kind: 'notFound' }],
    ['of others', [other, { ...listed, id: 79, merchant_note: null }], { kind: 'notFound' }],
    ['with ours', [other, listed], { kind: 'found', report: report('open') }],
    ['with ours twice', [listed, { ...listed, id: 80 }], { kind: 'noAnswer' }],
    ['with ours at another payment', [{ ...listed, transaction_reference: 'ord-2' }], { kind: 'noAnswer' }],
    ['with ours, which cannot be read', [{ ...listed, amount: '5' }], { kind: 'noAnswer' }],
    ['with a row that has no id', [listed, { ...other, id: null }], { kind: 'noAnswer' }],
    [
      'with one of a currency that we do not have',
      [listed, { ...other, currency: 'XXX' }],
      { kind: 'found', report: report('open') },
    ],
  ])('by a list %s', async (_what, rows, expected) => {
    const { account, seen } = await open({ 'GET /refund': listOf(rows) });
    expect(await refunds.lookUp(handle, account, limit)).toMatchObject(expected);
    const query = new URLSearchParams(seen[0]?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      from: at(5).toISOString(),
      to: at(25).toISOString(),
      perPage: '100',
      page: '1',
    });
  });

  it('by a list that is cut is no answer', async () => {
    const body = success([listed], { meta: { total: 2, pageCount: 1 } });
    const { account } = await open({ 'GET /refund': { status: 200, body } });
    expect(await refunds.lookUp(handle, account, limit)).toMatchObject({ kind: 'noAnswer' });
  });
});
