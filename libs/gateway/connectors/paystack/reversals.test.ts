import { afterEach, describe, expect, it } from 'vitest';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { charges } from './charges.js';

const limit = { timeoutMs: 2_000 };
const providerReference = 'ord-1';
const paid = {
  id: 1,
  reference: 'ord-1',
  status: 'success',
  amount: 25_000,
  currency: 'NGN',
  created_at: '2026-01-05T10:00:00.000Z',
};
const refund = {
  id: 77,
  transaction: 1,
  transaction_reference: 'ord-1',
  dispute: null,
  status: 'processed',
  merchant_note: 'Made in the dashboard',
  amount: 10_050,
  currency: 'NGN',
};
const dispute = {
  id: 9,
  refund_amount: 25_000,
  currency: 'NGN',
  status: 'awaiting-merchant-feedback',
  resolution: null,
  transaction: { id: 1, reference: 'ord-1' },
  category: 'chargeback',
  dueAt: '2026-01-12T12:00:00.000Z',
};
const told = { kind: 'provider_refund', providerReference, key: '77', amount: '100.50', currency: 'NGN' };
const asked = {
  kind: 'inquiry',
  key: 'dispute:9',
  providerReference,
  amount: '250.00',
  currency: 'NGN',
  case: '9',
  reason: 'chargeback',
  respondBy: '2026-01-12T12:00:00.000Z',
};

const success = (data: unknown, more: object = {}) => ({ status: true, message: 'x', data, ...more });
const listOf = (rows: readonly unknown[]): ProviderAnswer => ({
  status: 200,
  body: success(rows, { meta: { total: rows.length, pageCount: 1 } }),
});

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

async function lookUp(payment: object, lists: Readonly<Record<string, ProviderAnswer>>, prepared?: string) {
  provider = await openScriptedProvider(
    { 'GET /transaction/verify/ord-1': { status: 200, body: success(payment) }, ...lists },
    { secret_key: 'sk_test_0123456789' },
  );
  return charges.lookUp({ providerReference, ...(prepared && { prepared }) }, provider.account, limit);
}

const quiet = { 'GET /refund': listOf([]), 'GET /dispute': listOf([]) };

describe('what happened to the money of a paid payment at Paystack', () => {
  it('is asked for in both lists, from the payment on, even if it is nothing', async () => {
    const found = await lookUp(paid, quiet);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(found).not.toHaveProperty('reversals');
    const [, disputes, refunds] = provider?.seen ?? [];
    expect(refunds?.line).toMatch(/^GET \/refund\?from=2026-01-05T10%3A00%3A00.000Z&to=/);
    expect(disputes?.line).toMatch(/^GET \/dispute\?transaction=1&/);
  });

  it.each([['abandoned'], ['pending'], ['failed']])(
    '%s was not paid: nothing more is asked',
    async (status) => {
      expect(await lookUp({ ...paid, status }, {})).toMatchObject({ kind: 'found' });
      expect(provider?.seen).toHaveLength(1);
    },
  );

  it.each<readonly [string, object, readonly object[]]>([
    ['made in the dashboard', refund, [told]],
    ['of ours', { ...refund, merchant_note: '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73-1' }, []],
    ['that settles a dispute', { ...refund, dispute: 9 }, []],
    ['of another payment', { ...refund, transaction_reference: 'ord-2' }, []],
    ['that is not done', { ...refund, status: 'processing' }, []],
    ['that has failed', { ...refund, status: 'failed' }, []],
    [
      'of another payment in a currency that we do not have',
      { ...refund, transaction_reference: 'ord-2', currency: 'XXX' },
      [],
    ],
    ['of this payment that cannot be read: nothing is told', { ...refund, amount: '5' }, []],
  ])('a refund %s', async (_what, row, reversals) => {
    const found = await lookUp(paid, { ...quiet, 'GET /refund': listOf([row]) });
    expect(found.kind === 'found' ? (found.reversals ?? []) : found).toEqual(reversals);
  });

  const chargeback = { ...asked, kind: 'chargeback', key: 'dispute:9:merchant-accepted' };
  const { respondBy: _, ...lost } = chargeback;
  it.each<readonly [string, object, readonly object[]]>([
    ['awaiting-merchant-feedback', {}, [asked]],
    ['awaiting-bank-feedback', { status: 'awaiting-bank-feedback' }, [asked]],
    ['pending', { status: 'pending' }, [asked]],
    ['lost', { status: 'resolved', resolution: 'merchant-accepted' }, [asked, lost]],
    ['won', { status: 'resolved', resolution: 'declined' }, [asked]],
    ['of another payment', { transaction: { reference: 'ord-2' } }, []],
  ])('a dispute, %s', async (_what, fields, reversals) => {
    const found = await lookUp(paid, { ...quiet, 'GET /dispute': listOf([{ ...dispute, ...fields }]) });
    expect(found.kind === 'found' ? (found.reversals ?? []) : found).toEqual(reversals);
  });

  it('takes no sentence for a reason', async () => {
    const row = { ...dispute, category: 'Ada Lovelace did not buy this', dueAt: null };
    const found = await lookUp(paid, { ...quiet, 'GET /dispute': listOf([row]) });
    expect(JSON.stringify(found)).not.toMatch(/Lovelace|respondBy/);
  });

  it.each(['reversed', 'reversal-pending'])('%s says nothing of how the payment ended', async (status) => {
    const lists = { ...quiet, 'GET /refund': listOf([refund]) };
    const found = await lookUp({ ...paid, status }, lists, 'https://checkout.example.com/1');
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'open' }, reversals: [told] });
    expect(found).not.toHaveProperty('challenge');
  });

  it('an open dispute that does not say what it is about is about all of it', async () => {
    const row = { ...dispute, refund_amount: null };
    const found = await lookUp(paid, { ...quiet, 'GET /dispute': listOf([row]) });
    expect(found).toMatchObject({ reversals: [{ kind: 'inquiry', amount: '250.00' }] });
  });

  it('a lost dispute is told although the refunds are not', async () => {
    const row = { ...dispute, status: 'resolved', resolution: 'merchant-accepted' };
    const lists = { 'GET /dispute': listOf([row]), 'GET /refund': { status: 500, body: 'x' } };
    const found = await lookUp(paid, lists);
    expect(found).toMatchObject({ reversals: [asked, lost], isMoneyUnread: true });
  });

  it('a success is not kept waiting for a list, and "reversed" is no answer without one', async () => {
    const broken = { ...quiet, 'GET /dispute': { status: 500, body: 'x' } };
    const found = await lookUp(paid, broken);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' }, isMoneyUnread: true });
    provider?.close();
    expect(await lookUp({ ...paid, status: 'reversed' }, broken)).toMatchObject({ kind: 'noAnswer' });
  });
});
