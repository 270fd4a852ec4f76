import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  PaymentOrder,
  PayoutOrder,
  ProviderAccount,
  RefundHandle,
  RefundOrder,
} from '#gateway/connectors/connector';
import { sandboxConnector } from '#gateway/connectors/sandbox/connector';
import { JsonNumber } from '#domain/values/json';
import { startSandboxProvider } from '../fakes/sandbox-provider.js';

/** The refund side of connector and provider: two vocabularies, which meet here. */
const limit = { timeoutMs: 2_000 };
const patience = { timeout: 8_000, interval: 10 };
const { payment, payout, refund } = sandboxConnector;
const delay = { sandbox_delay_ms: new JsonNumber('10') };
const money = { amount: '4.50', currency: 'EUR' };
let running: Awaited<ReturnType<typeof startSandboxProvider>>;
let forgetful: typeof running.account;

beforeAll(async () => {
  running = await startSandboxProvider();
  const credentials = { ...running.account.credentials, account: 'acct_demo_list' };
  forgetful = { ...running.account, credentials };
});
afterAll(() => running.close());

async function pay(
  providerReference: string,
  { at = running.account, after }: { readonly at?: ProviderAccount; readonly after?: string } = {},
) {
  const order: PaymentOrder = {
    providerReference,
    method: 'ideal',
    style: 'h2h',
    money: { amount: '10', currency: 'EUR' },
    customer: {},
    meta: { sandbox: 'at_once', ...delay, ...(after !== undefined && { sandbox_after: after }) },
    returnUrl: 'http://checkout.test/return',
    callbackUrl: running.callbackUrl,
    payableUntil: new Date(Date.now() + 60_000).toISOString(),
  };
  expect(await payment.submit(order, at, limit)).toMatchObject({ kind: 'final' });
}

const chargeOf = (providerReference: string) => ({
  providerReference,
  money: { amount: '10', currency: 'EUR' },
});
const orderOf = (providerReference: string, of: string, sandbox = 'success'): RefundOrder => ({
  providerReference,
  charge: chargeOf(of),
  method: 'ideal',
  money,
  meta: { sandbox, ...delay },
  callbackUrl: running.callbackUrl,
});
const handleOf = (
  providerReference: string,
  of: string,
  fields: Partial<RefundHandle> = {},
): RefundHandle => ({
  providerReference,
  charge: chargeOf(of),
  money,
  madeFrom: new Date(Date.now() - 60_000),
  madeUntil: new Date(Date.now() + 60_000),
  knownIds: [],
  ...fields,
});
const submit = (order: RefundOrder, at: ProviderAccount = running.account) => refund.submit(order, at, limit);
const lookUp = (handle: RefundHandle, at: ProviderAccount = running.account) =>
  refund.lookUp(handle, at, limit);
const readingsOf = (word: string, at: ProviderAccount = running.account) =>
  running.callbacks
    .filter(({ target, rawBody }) => target.includes(word) || rawBody.includes(`"${word}"`))
    .map((callback) => sandboxConnector.readCallback(callback, [at]));
const told = (word: string, count = 1, at: ProviderAccount = running.account) =>
  vi.waitFor(() => {
    const readings = readingsOf(word, at);
    expect(readings).toHaveLength(count);
    return readings;
  }, patience);
const panel = (what: string, body: object) =>
  fetch(`${running.account.baseUrl}/panel/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a refund at the sandbox', () => {
  it.each([
    ['success', { outcome: 'success', ...money }],
    ['decline', { outcome: 'declined' }],
    ['error', { outcome: 'error' }],
    ['wrong_amount', { outcome: 'success', amount: '2.25', currency: 'EUR' }],
  ])('%s is reported by callback and by look-up', async (sandbox, report) => {
    const [paid, reference] = [`paid-${sandbox}-1`, `told-${sandbox}-1`];
    await pay(paid);
    expect(await submit(orderOf(reference, paid, sandbox))).toMatchObject({ kind: 'accepted' });
    const readings = await told(reference);
    expect(readings).toMatchObject([{ kind: 'read', signature: 'right', mids: ['mid-demo'], report }]);
    expect(await lookUp(handleOf(reference, paid))).toMatchObject({ kind: 'found', report });
  });

  it.each([
    ['at_once', { kind: 'final', report: { outcome: 'success', ...money } }],
    ['needs_attention', { kind: 'accepted', report: { outcome: 'open', awaitsApproval: true } }],
    ['refused', { kind: 'notSent', detail: 'ECONNREFUSED' }],
    ['reset', { kind: 'unknown', cause: 'communication' }],
    ['http_500', { kind: 'unknown', cause: 'communication' }],
    ['garbage', { kind: 'unknown', cause: 'unreadable' }],
  ])('%s is submitted as %o', async (sandbox, result) => {
    const paid = `paid-${sandbox}-1`;
    await pay(paid);
    expect(await submit(orderOf(`sent-${sandbox}-1`, paid, sandbox))).toMatchObject(result);
  });

  it('an unknown scenario is explained, and more than is left is declined', async () => {
    await pay('paid-wrong-1');
    const thereAre = expect.stringMatching(/There are: at_once, .*late_failure, late_failure_unheard, /);
    expect(await submit(orderOf('wrong-1', 'paid-wrong-1', 'expire'))).toMatchObject({
      kind: 'final',
      report: { outcome: 'error', explanation: thereAre },
    });
    const order = { ...orderOf('much-1', 'paid-wrong-1'), money: { amount: '10.01', currency: 'EUR' } };
    expect(await submit(order)).toMatchObject({ kind: 'declined', report: { reason: 'MORE_THAN_LEFT' } });
    expect(await lookUp(handleOf('much-1', 'paid-wrong-1'))).toEqual({ kind: 'notFound' });
  });

  it('a late failure is a report of its own after the success', async () => {
    await pay('paid-late-1');
    await submit(orderOf('late-1', 'paid-late-1', 'late_failure'));
    const reports = [{ outcome: 'success' }, { outcome: 'declined', reason: 'BOUNCED', ...money }];
    expect(await told('late-1', 2)).toMatchObject(reports.map((report) => ({ kind: 'read', report })));
  });
});

describe('what happens to money after a success', () => {
  it.each([
    ['chargeback', { kind: 'chargeback', amount: '10', case: expect.any(String) as string }],
    ['inquiry', { kind: 'inquiry', respondBy: expect.any(String) as string }],
    ['provider_refund_part', { kind: 'provider_refund', amount: '5.00' }],
  ])('%s is a reversal, by callback and by look-up under the same key', async (after, expected) => {
    const reference = `after-${after}-1`;
    await pay(reference, { after });
    const readings = await vi.waitFor(() => {
      const reversals = readingsOf(reference).filter(({ kind }) => kind === 'reversal');
      expect(reversals).toHaveLength(1);
      return reversals;
    }, patience);
    const [first] = readings;
    const reversal = first?.kind === 'reversal' ? first.reversal : undefined;
    expect(first).toMatchObject({ signature: 'right', mids: ['mid-demo'] });
    expect(reversal).toMatchObject({ providerReference: reference, currency: 'EUR', ...expected });
    const found = await payment.lookUp({ providerReference: reference }, running.account, limit);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' }, reversals: [reversal] });
  });

  it('a payout that comes back twice has one key', async () => {
    const order: PayoutOrder = {
      providerReference: 'out-1',
      method: 'pix',
      money: { amount: '50', currency: 'BRL' },
      customer: {},
      requisites: { account: 'a@b.test' },
      meta: { sandbox: 'at_once', sandbox_after: 'returned_twice', ...delay },
      callbackUrl: running.callbackUrl,
    };
    await payout.submit(order, running.account, limit);
    const readings = await told('out-1', 3);
    const returned = readings.flatMap((one) => (one.kind === 'reversal' ? one : []));
    expect(returned).toMatchObject([{ reversal: { kind: 'returned', amount: '50' } }, {}]);
    expect(new Set(returned.map(({ reversal: { key } }) => key)).size).toBe(1);
    expect(new Set(returned.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('a refund returned in the panel is a reversal of the refund', async () => {
    await pay('paid-back-1');
    await submit(orderOf('back-1', 'paid-back-1', 'at_once'));
    await panel('return', { reference: 'back-1', amount: '2' });
    const reversal = { kind: 'returned', providerReference: 'back-1', amount: '2', currency: 'EUR' };
    expect(await told('back-1', 2)).toContainEqual(expect.objectContaining({ kind: 'reversal' }));
    expect(await lookUp(handleOf('back-1', 'paid-back-1'))).toMatchObject({
      report: { outcome: 'success' },
      reversals: [reversal],
    });
  });
});

describe('at an account that keeps no reference of ours', () => {
  it('a refund is found in the list, then by its id, and callbacks hint at it', async () => {
    await pay('list-1', { at: forgetful });
    const answer = await submit(orderOf('own-1', 'list-1'), forgetful);
    const providerId = answer.kind === 'accepted' ? answer.providerId : undefined;
    const report = { providerReference: 'own-1', outcome: 'success', providerId, ...money };
    expect(await told('refund=own-1', 1, forgetful)).toEqual([
      { kind: 'hint', providerReference: 'own-1', signature: 'right' },
    ]);
    expect(await lookUp(handleOf('own-1', 'list-1'), forgetful)).toMatchObject({ kind: 'found', report });
    const known = handleOf('own-1', 'list-1', { ...(providerId !== undefined && { providerId }) });
    expect(await lookUp(known, forgetful)).toMatchObject({ kind: 'found', report });
  });

  it('a lost answer is no loss, a lost request is "not found", and a twin from the panel is no answer', async () => {
    await pay('twin-1', { at: forgetful });
    expect(await submit(orderOf('cut-1', 'twin-1', 'reset'), forgetful)).toMatchObject({ kind: 'unknown' });
    const found = await lookUp(handleOf('cut-1', 'twin-1'), forgetful);
    const id = found.kind === 'found' ? found.report.providerId : undefined;
    expect(found).toMatchObject({ kind: 'found', report: { providerReference: 'cut-1' } });

    const next = handleOf('next-1', 'twin-1', { knownIds: [id ?? ''] });
    expect(await lookUp(next, forgetful)).toEqual({ kind: 'notFound' });
    await panel('refund', { reference: 'twin-1', amount: '4.50' });
    expect(await lookUp(handleOf('cut-1', 'twin-1'), forgetful)).toMatchObject({
      kind: 'noAnswer',
      detail: 'several refunds could be this one',
    });
    const another = handleOf('other-1', 'twin-1', { money: { amount: '1', currency: 'EUR' } });
    expect(await lookUp(another, forgetful)).toEqual({ kind: 'notFound' });
  });

  it('the charge tells every refund under its id, and a panel refund hints at the charge', async () => {
    await pay('told-1', { at: forgetful });
    const answer = await submit(orderOf('mine-1', 'told-1', 'at_once'), forgetful);
    const providerId = answer.kind === 'final' ? answer.report.providerId : undefined;
    await panel('refund', { reference: 'told-1', amount: '1' });
    await vi.waitFor(
      () =>
        expect(readingsOf('told-1', forgetful)).toContainEqual({
          kind: 'hint',
          providerReference: 'told-1',
          signature: 'right',
        }),
      patience,
    );
    const found = await payment.lookUp({ providerReference: 'told-1' }, forgetful, limit);
    const reversals = found.kind === 'found' ? found.reversals : [];
    expect(reversals).toMatchObject([{ kind: 'provider_refund' }, { kind: 'provider_refund', amount: '1' }]);
    expect(reversals?.[0]?.key).toBe(providerId);
  });
});
