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
const charge = {
  providerReference: 'ord-1',
  providerId: '123',
  money: { amount: '250.00', currency: 'BRL' },
};
const money = { amount: '100.50', currency: 'BRL' };
const order: RefundOrder = {
  providerReference,
  charge,
  method: 'pix',
  money,
  meta: {},
  callbackUrl: 'https://gw.example.com/provider-callbacks/mercado_pago',
};
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));
const handle: RefundHandle = {
  providerReference,
  charge,
  money,
  madeFrom: at(10),
  madeUntil: at(20),
  knownIds: ['70'],
};
const refund = {
  id: 77,
  payment_id: 123,
  amount: 100.5,
  status: 'approved',
  date_created: '2026-01-05T07:15:00.000-03:00',
};
const path = '/v1/payments/123/refunds';
const report = (outcome: string) => ({
  providerReference,
  outcome,
  providerId: '77',
  amount: '100.5',
  currency: 'BRL',
});
const fault = (status: number, message = 'x') => ({
  status,
  body: { status, error: 'x', message, cause: [] },
});

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

async function open(answers: Readonly<Record<string, ProviderAnswer>>) {
  provider = await openScriptedProvider(answers, { access_token: 'TEST-0123456789' });
  return provider;
}

/** `status` of a refund in its guides. */
const described = ['approved', 'in_process', 'rejected'];

describe('a refund at Mercado Pago', () => {
  it('has an outcome for each described status', () => {
    expect(Object.keys(refundOutcomes).toSorted()).toEqual(described.toSorted());
  });

  it('is asked for by its amount alone, with a key that is derived from our reference', async () => {
    const { account, seen } = await open({ [`POST ${path}`]: { status: 201, body: refund } });
    await refunds.submit(order, account, limit);
    await refunds.submit({ ...order, money: charge.money }, account, limit);
    await refunds.submit({ ...order, providerReference: 'another-1' }, account, limit);
    expect(seen.map(({ body }) => body)).toEqual([{ amount: 100.5 }, { amount: 250 }, { amount: 100.5 }]);
    const keys = seen.map(({ headers }) => headers['x-idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(seen.every(({ headers }) => headers['x-render-in-process-refunds'] === 'true')).toBe(true);
  });

  it('is asked for at the payment that our reference finds, if its id is not known', async () => {
    const { account, seen } = await open({
      'GET /v1/payments/search': {
        status: 200,
        body: { results: [{ id: 123, external_reference: 'ord-1' }] },
      },
      [`POST ${path}`]: { status: 201, body: refund },
    });
    const { providerId: _, ...unknownId } = charge;
    const sent = await refunds.submit({ ...order, charge: unknownId }, account, limit);
    expect(sent).toMatchObject({ kind: 'final' });
    expect(seen.map(({ line }) => line.split('?')[0])).toEqual(['GET /v1/payments/search', `POST ${path}`]);
  });

  it.each<readonly [string, ProviderAnswer, object]>([
    ['nothing', { status: 200, body: { results: [] } }, { error: 'failed' }],
    ['no answer', { status: 500, body: 'x' }, {}],
    ['a cut', 'cut', {}],
  ])('is never sent when that search has %s', async (_what, answer, more) => {
    const { account, seen } = await open({ 'GET /v1/payments/search': answer });
    const { providerId: _, ...unknownId } = charge;
    const sent = await refunds.submit({ ...order, charge: unknownId }, account, limit);
    expect(sent).toMatchObject({ kind: 'notSent', ...more });
    expect(seen).toHaveLength(1);
  });

  it('is not sent when its time is over', async () => {
    const { account, seen } = await open({ [`POST ${path}`]: { status: 201, body: refund } });
    const sendBy = { isOver: () => true };
    expect(await refunds.submit(order, account, { ...limit, sendBy })).toMatchObject({ kind: 'notSent' });
    expect(seen).toEqual([]);
  });

  it.each<readonly [string, object]>([
    ['approved', { kind: 'final', report: report('success') }],
    ['in_process', { kind: 'accepted', providerId: '77', report: report('open') }],
    ['rejected', { kind: 'declined', soft: false, report: { ...report('declined'), reason: 'rejected' } }],
    ['unheard_of', { kind: 'unknown' }],
    ['toString', { kind: 'unknown' }],
  ])('answered with %s', async (status, result) => {
    const { account } = await open({ [`POST ${path}`]: { status: 201, body: { ...refund, status } } });
    expect(await refunds.submit(order, account, limit)).toMatchObject(result);
  });

  it.each<readonly [string, ProviderAnswer, object]>([
    ['a wrong token', fault(401), { kind: 'notSent', error: 'failed' }],
    ['401 of a proxy', { status: 401, body: 'x' }, { kind: 'unknown' }],
    [
      '400, as of a Pix that is in process',
      fault(400, 'The action requested is not valid'),
      { kind: 'unknown' },
    ],
    ['403', fault(403), { kind: 'unknown' }],
    ['404', fault(404), { kind: 'unknown' }],
    ['409', fault(409), { kind: 'unknown' }],
    ['429', fault(429), { kind: 'unknown', cause: 'communication' }],
    ['500', fault(500), { kind: 'unknown', cause: 'communication' }],
    ['another payment', { status: 201, body: { ...refund, payment_id: 124 } }, { kind: 'unknown' }],
    ['no JSON', { status: 201, body: '<html>' }, { kind: 'unknown', cause: 'unreadable' }],
    ['a cut', 'cut', { kind: 'unknown', cause: 'communication' }],
    ['silence', 'silent', { kind: 'unknown', cause: 'timeout' }],
  ])('answered with %s', async (_what, answer, result) => {
    const { account, seen } = await open({ [`POST ${path}`]: answer });
    expect(await refunds.submit(order, account, { timeoutMs: 500 })).toMatchObject(result);
    expect(seen).toHaveLength(1);
  });

  it('of an amount that no number holds is never sent', async () => {
    const { account, seen } = await open({});
    const wanted = { ...order, money: { amount: '12345678901234.56', currency: 'BRL' } };
    expect(await refunds.submit(wanted, account, limit)).toMatchObject({ kind: 'notSent', error: 'failed' });
    expect(seen).toEqual([]);
  });
});

describe('the look-up of a refund at Mercado Pago', () => {
  it('keeps no reference of ours', () => {
    const account = { provider: 'p', mid: 'm', baseUrl: 'https://x.example', credentials: {} };
    expect(refunds.keepsNoReference?.(account)).toBe(true);
  });

  it.each([
    ['approved', report('success')],
    ['in_process', report('open')],
    ['rejected', { ...report('declined'), reason: 'rejected' }],
    ['unheard_of', report('open')],
  ])('by its id: %s', async (status, expected) => {
    const { account } = await open({ [`GET ${path}/77`]: { status: 200, body: { ...refund, status } } });
    const found = await refunds.lookUp({ ...handle, providerId: '77' }, account, limit);
    expect(found).toEqual({ kind: 'found', report: expected });
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['unknown there', fault(404)],
    ['another one', { status: 200, body: { ...refund, id: 78 } }],
    ['of another payment', { status: 200, body: { ...refund, payment_id: 124 } }],
    ['broken', { status: 200, body: '{' }],
  ])('by its id, %s, is no answer', async (_what, answer) => {
    const { account } = await open({ [`GET ${path}/77`]: answer });
    const found = await refunds.lookUp({ ...handle, providerId: '77' }, account, limit);
    expect(found).toMatchObject({ kind: 'noAnswer' });
  });

  const found = (outcome: string) => ({ kind: 'found', report: report(outcome) });
  it.each<readonly [string, readonly object[], object]>([
    ['empty', [], { kind: 'notFound' }],
    ['with ours', [refund], found('success')],
    ['with ours in process', [{ ...refund, status: 'in_process' }], found('open')],
    ['with ours and a known one', [refund, { ...refund, id: 70 }], found('success')],
    ['with one of another amount', [{ ...refund, amount: 100.51 }], { kind: 'notFound' }],
    ['with one made before', [{ ...refund, date_created: '2026-01-05T10:09:59.000Z' }], { kind: 'notFound' }],
    ['with one made after', [{ ...refund, date_created: '2026-01-05T10:20:01.000Z' }], { kind: 'notFound' }],
    ['with two that could be it', [refund, { ...refund, id: 78 }], { kind: 'noAnswer' }],
    ['with a row that cannot be read', [refund, { ...refund, id: null }], { kind: 'noAnswer' }],
  ])('by a list %s', async (_what, rows, expected) => {
    const { account } = await open({ [`GET ${path}`]: { status: 200, body: rows } });
    expect(await refunds.lookUp(handle, account, limit)).toMatchObject(expected);
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['no list', { status: 200, body: {} }],
    ['a fault', fault(500)],
    ['a payment that is not found', fault(404)],
  ])('with %s is no answer', async (_what, answer) => {
    const { account } = await open({ [`GET ${path}`]: answer });
    expect(await refunds.lookUp(handle, account, limit)).toMatchObject({ kind: 'noAnswer' });
  });

  it('of a payment that the search does not find is no answer', async () => {
    const { account } = await open({ 'GET /v1/payments/search': { status: 200, body: { results: [] } } });
    const { providerId: _, ...unknownId } = charge;
    const answer = await refunds.lookUp({ ...handle, charge: unknownId }, account, limit);
    expect(answer).toMatchObject({ kind: 'noAnswer' });
  });
});
