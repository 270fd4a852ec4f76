import { afterEach, describe, expect, it } from 'vitest';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { payments } from './payments.js';

const limit = { timeoutMs: 2_000 };
const providerReference = 'ord-1';
const paid = {
  id: 123,
  external_reference: 'ord-1',
  status: 'approved',
  status_detail: 'accredited',
  transaction_amount: 250,
  transaction_amount_refunded: 0,
  currency_id: 'BRL',
  point_of_interaction: { transaction_data: { qr_code: '000201' } },
};
const refund = {
  id: 77,
  payment_id: 123,
  amount: 100.5,
  status: 'approved',
  date_created: '2026-01-05T10:00:00Z',
};
const chargeback = {
  id: '217000087654321000',
  payments: [123],
  currency: 'BRL',
  amount: 250,
  reason: 'general',
  coverage_applied: null,
  date_documentation_deadline: '2026-01-26T23:59:59.000-04:00',
};
const told = { kind: 'provider_refund', providerReference, key: '77', amount: '100.5', currency: 'BRL' };
const taken = {
  kind: 'chargeback',
  key: '217000087654321000',
  providerReference,
  amount: '250',
  currency: 'BRL',
  case: '217000087654321000',
  reason: 'general',
  respondBy: '2026-01-27T03:59:59.000Z',
};

const refundsPath = 'GET /v1/payments/123/refunds';
const searchPath = 'GET /v1/chargebacks/search';
const chargebackPath = `GET /v1/chargebacks/${chargeback.id}`;
const ok = (body: unknown): ProviderAnswer => ({ status: 200, body });
const searched = ok({ paging: {}, results: [{ id: chargeback.id }] });

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

async function lookUp(payment: object, answers: Readonly<Record<string, ProviderAnswer>> = {}) {
  provider = await openScriptedProvider(
    { 'GET /v1/payments/123': ok(payment), ...answers },
    { access_token: 'TEST-0123456789' },
  );
  return payments.lookUp({ providerReference, providerId: '123' }, provider.account, limit);
}

describe('what happened to the money of a payment at Mercado Pago', () => {
  it('is not asked for if the payment tells of nothing', async () => {
    const found = await lookUp(paid);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(found).not.toHaveProperty('reversals');
    expect(provider?.seen.map(({ line }) => line)).toEqual(['GET /v1/payments/123']);
  });

  it.each<readonly [string, object, string]>([
    ['in part, by its detail', { status_detail: 'partially_refunded' }, 'success'],
    ['in part, by its sum', { transaction_amount_refunded: 100.5 }, 'success'],
    ['whole', { status: 'refunded', status_detail: 'refunded' }, 'open'],
  ])('refunded %s: its refunds are listed', async (_what, fields, outcome) => {
    const rows = [
      refund,
      { ...refund, id: 78, status: 'in_process' },
      { ...refund, id: 79, status: 'rejected' },
    ];
    const found = await lookUp({ ...paid, ...fields }, { [refundsPath]: ok(rows) });
    expect(found).toMatchObject({ kind: 'found', report: { outcome }, reversals: [told] });
    expect(found).not.toHaveProperty('challenge');
    expect(found.kind === 'found' && found.reversals).toHaveLength(1);
  });

  it('charged back: no end of the payment, and a chargeback by its own id (contract §15.7)', async () => {
    const payment = { ...paid, status: 'charged_back', status_detail: 'in_process' };
    const found = await lookUp(payment, { [searchPath]: searched, [chargebackPath]: ok(chargeback) });
    expect(found).toEqual({
      kind: 'found',
      report: { providerReference, outcome: 'open', providerId: '123', amount: '250', currency: 'BRL' },
      reversals: [taken],
    });
    expect(provider?.seen[1]?.line).toBe('GET /v1/chargebacks/search?payment_id=123');
  });

  it.each([
    ['charged_back', 'reimbursed', true],
    ['approved', 'reimbursed', 'true'],
  ])('%s, %s: the money of a covered chargeback is back', async (status, detail, covered) => {
    const shown = { ...chargeback, coverage_applied: covered, amount: '250.00' };
    const payment = { ...paid, status, status_detail: detail };
    const found = await lookUp(payment, { [searchPath]: searched, [chargebackPath]: ok(shown) });
    const won = { kind: 'chargeback_won', key: `${chargeback.id}:covered`, amount: '250' };
    expect(found).toMatchObject({ reversals: [taken, won] });
  });

  it('takes no sentence for a reason', async () => {
    const shown = { ...chargeback, reason: 'Ada did not buy this', date_documentation_deadline: null };
    const payment = { ...paid, status: 'charged_back' };
    const found = await lookUp(payment, { [searchPath]: searched, [chargebackPath]: ok(shown) });
    expect(JSON.stringify(found)).not.toMatch(/Ada|respondBy/);
  });

  const gone = { ...paid, status: 'charged_back' };
  it.each<readonly [string, object, Readonly<Record<string, ProviderAnswer>>]>([
    ['no chargeback in the search', gone, { [searchPath]: ok({ results: [] }) }],
    ['a search that fails', gone, { [searchPath]: { status: 500, body: 'x' } }],
    ['a chargeback that is not shown', gone, { [searchPath]: searched }],
    [
      'another chargeback',
      gone,
      { [searchPath]: searched, [chargebackPath]: ok({ ...chargeback, id: '1' }) },
    ],
    [
      'a chargeback without an amount',
      gone,
      { [searchPath]: searched, [chargebackPath]: ok({ ...chargeback, amount: null }) },
    ],
    ['a list of refunds that fails', { ...paid, status: 'refunded' }, { [refundsPath]: 'cut' }],
  ])('its money is gone, and %s: no answer', async (_what, payment, answers) => {
    expect(await lookUp(payment, answers)).toMatchObject({ kind: 'noAnswer' });
  });

  it('a success is not kept waiting for the list of its refunds', async () => {
    const payment = { ...paid, status_detail: 'partially_refunded' };
    const found = await lookUp(payment, { [refundsPath]: { status: 500, body: 'x' } });
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(found).not.toHaveProperty('reversals');
  });
});
