import { JsonNumber } from '#domain/values/json';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bolivianBankCodes } from '#domain/methods/bolivian-banks';
import type { PayoutOrder } from '#gateway/connectors/connector';
import { sandboxConnector } from '#gateway/connectors/sandbox/connector';
import { startSandboxProvider } from '../fakes/sandbox-provider.js';

/** The payout side of connector and provider: two vocabularies, two tables of banks; here they meet. */
const limit = { timeoutMs: 2_000 };
const patience = { timeout: 8_000, interval: 10 };
let running: Awaited<ReturnType<typeof startSandboxProvider>>;

beforeAll(async () => {
  running = await startSandboxProvider();
});
afterAll(() => running.close());

function order(providerReference: string, fields: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    providerReference,
    method: 'bank_transfer_africa',
    money: { amount: '5000', currency: 'NGN' },
    customer: { identifier: 'c-1' },
    requisites: { account_number: '0123456789' },
    bankCode: '058',
    meta: { sandbox_delay_ms: new JsonNumber('10') },
    callbackUrl: running.callbackUrl,
    ...fields,
  };
}

const submit = (payout: PayoutOrder) => sandboxConnector.payout.submit(payout, running.account, limit);
const lookUp = (reference: string) =>
  sandboxConnector.payout.lookUp({ providerReference: reference }, running.account, limit);
const reportsOf = (reference: string) =>
  running.callbacks
    .filter(({ rawBody }) => rawBody.includes(`"${reference}"`))
    .map((callback) => sandboxConnector.readCallback(callback, [running.account]));
const scenario = (sandbox: string) => ({ meta: { sandbox, sandbox_delay_ms: new JsonNumber('10') } });

async function told(reference: string, count = 1) {
  await vi.waitFor(() => expect(reportsOf(reference)).toHaveLength(count), patience);
  return reportsOf(reference);
}

/** What a mistyped scenario is answered with. */
const thereAre =
  'extra.meta.sandbox names no scenario. There are: ' +
  'at_once, contradictory_callback, decline, duplicate_callback, early_callback, error, expire, garbage, held_request, http_500, ' +
  'late_soft_decline, no_callback, refused, reset, soft_decline, success, timeout_decline, timeout_lost, timeout_success, unsigned_callback, unsupported_bank, wrong_amount';

describe('a payout at the sandbox', () => {
  it('is accepted and succeeds by callback without any scenario', async () => {
    expect(await submit(order('plain-1'))).toMatchObject({ kind: 'accepted' });
    const report = { providerReference: 'plain-1', outcome: 'success', amount: '5000', currency: 'NGN' };
    expect(await told('plain-1')).toMatchObject([{ kind: 'read', signature: 'right', report }]);
    expect(await lookUp('plain-1')).toMatchObject({ kind: 'found', report });
  });

  it.each([
    ['decline', { outcome: 'declined' }],
    ['error', { outcome: 'error' }],
    ['expire', { outcome: 'error' }],
    ['unsupported_bank', { outcome: 'declined', cause: 'bankNotSupported' }],
    ['wrong_amount', { outcome: 'success', amount: '15000' }],
  ])('%s is reported by callback and by look-up', async (sandbox, expected) => {
    const reference = `told-${sandbox}-1`;
    expect(await submit(order(reference, scenario(sandbox)))).toMatchObject({ kind: 'accepted' });
    expect(await told(reference)).toMatchObject([{ signature: 'right', report: expected }]);
    expect(await lookUp(reference)).toMatchObject({ kind: 'found', report: expected });
  });

  it.each([
    ['at_once', { kind: 'final', report: { outcome: 'success', amount: '5000', currency: 'NGN' } }],
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
    expect(await submit(order(`${sandbox}-1`, scenario(sandbox)))).toMatchObject(expected);
  });

  it.each([
    ['timeout_success', { kind: 'found', report: { outcome: 'open' } }],
    ['timeout_decline', { kind: 'found', report: { outcome: 'open' } }],
    ['timeout_lost', { kind: 'notFound' }],
  ])('%s gets no answer', async (sandbox, found) => {
    const payout = order(`${sandbox}-1`, scenario(sandbox));
    const result = await sandboxConnector.payout.submit(payout, running.account, { timeoutMs: 500 });
    expect(result).toMatchObject({ kind: 'unknown', cause: 'timeout' });
    expect(await lookUp(`${sandbox}-1`)).toMatchObject(found);
  });

  it('contradictory_callback: the money comes back after success, and only the callback says so', async () => {
    await submit(order('back-1', scenario('contradictory_callback')));
    const readings = await told('back-1', 2);
    expect(readings).toMatchObject([
      { report: { outcome: 'success' } },
      { report: { outcome: 'declined', reason: 'RETURNED_BY_BANK' } },
    ]);
    expect(await lookUp('back-1')).toMatchObject({ report: { outcome: 'success' } });
  });

  it('the same order sent again is not paid again', async () => {
    await submit(order('twice-1'));
    expect(await submit(order('twice-1'))).toMatchObject({ kind: 'unknown', cause: 'unreadable' });
  });

  it('is no payment: neither look-up finds the other', async () => {
    await submit(order('only-a-payout-1'));
    expect(
      await sandboxConnector.payment.lookUp({ providerReference: 'only-a-payout-1' }, running.account, limit),
    ).toEqual({
      kind: 'notFound',
    });
  });
});

describe('banks', () => {
  it.each(bolivianBankCodes)('Bolivian bank %s is served under the provider’s own code', async (bankCode) => {
    const money = { amount: '10', currency: 'BOB' };
    const fields = { method: 'bank_transfer_bolivia', money, bankCode, ...scenario('at_once') };
    expect(await submit(order(`bolivia-${bankCode}-1`, fields))).toMatchObject({ kind: 'final' });
  });

  it('a Bolivian bank that the provider does not have is declined, and nothing is sent', async () => {
    const result = await submit(order('nowhere-1', { method: 'bank_transfer_bolivia', bankCode: '4' }));
    expect(result).toEqual({
      kind: 'declined',
      soft: false,
      report: { providerReference: 'nowhere-1', outcome: 'declined', cause: 'bankNotSupported' },
    });
    expect(await lookUp('nowhere-1')).toEqual({ kind: 'notFound' });
  });

  it('an African code that no list has ever offered is declined for the bank', async () => {
    expect(await submit(order('invented-1', { bankCode: 'no such bank' }))).toMatchObject({
      kind: 'accepted',
    });
    expect(await told('invented-1')).toMatchObject([
      { report: { outcome: 'declined', cause: 'bankNotSupported' } },
    ]);
  });

  const west = ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'];
  const central = ['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'];
  const listed = ['NG', 'GH', 'KE', 'UG', 'TZ', 'ZA', ...west, ...central];
  it.each(listed)('of %s: every listed and every bundled code takes a payout', async (country) => {
    const list = await sandboxConnector.payout.listBanks(country, running.account, limit);
    const banks = list.kind === 'listed' ? list.banks : [];
    const bundled = sandboxConnector.payout.bundledBanks(country);
    expect(banks).toEqual(expect.arrayContaining([...bundled]));
    expect(bundled.length).toBeGreaterThan(0);
    for (const { code, country: where } of banks) {
      expect(where).toBe(country);
      const payout = order(`${randomUUID()}-1`, { bankCode: code, ...scenario('at_once') });
      expect(await submit(payout)).toMatchObject({ kind: 'final' });
    }
  });

  it.each(['MW', 'BO', 'DE'])('of %s: none', async (country) => {
    expect(await sandboxConnector.payout.listBanks(country, running.account, limit)).toEqual({
      kind: 'listed',
      banks: [],
    });
  });

  it('are not listed without the account’s secret', async () => {
    const intruder = { ...running.account, credentials: { account: 'acct_demo', secret: 'guessed' } };
    expect(await sandboxConnector.payout.listBanks('NG', intruder, limit)).toMatchObject({
      kind: 'noAnswer',
    });
  });
});
