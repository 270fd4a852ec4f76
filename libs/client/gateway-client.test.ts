import { afterEach, describe, expect, it } from 'vitest';
import { createGatewayClient, type GatewayClient } from './gateway-client.js';
import { GatewayRefusal } from './gateway-refusal.js';
import { NoAnswer } from './no-answer.js';
import { OutcomeUnknown } from './outcome-unknown.js';
import {
  goldenKeyId as keyId,
  goldenSecret as secret,
  openScriptedGateway,
  type Scripted,
  type ScriptedGateway,
} from './testing/scripted-gateway.js';
import type { PaymentRequest } from './messages/payment-request.js';
import type { PayoutRequest } from './messages/payout-request.js';

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.close()));

async function open(
  script: readonly Scripted[],
  patienceMs = 10_000,
): Promise<{ readonly client: GatewayClient; readonly gateway: ScriptedGateway }> {
  const gateway = await openScriptedGateway(script);
  const client = createGatewayClient({ baseUrl: gateway.baseUrl, keyId, secret, patienceMs, pauseMs: 1 });
  opened.push(gateway, client);
  return { client, gateway };
}

const payment: PaymentRequest = {
  method: 'ideal',
  mode: 'initial',
  reference: 'order-1',
  currency: 'EUR',
  amount: '10.10',
  customer: { identifier: 'c-1', first_name: 'Anna', last_name: 'Visser', country: 'NL' },
};
const challenge = { challenge_type: 'redirect', challenge_redirect: { url: 'https://bank.example.com/1' } };
const acceptance = {
  error_code: 0,
  error_reason: '',
  identifier: 'i-1',
  reference: 'order-1',
  request_id: 'r-1',
  status: 'created',
  challenge,
  expires_date: '2030-01-01T01:00:00.000Z',
};
const accepted = { status: 200, body: acceptance };
const refusalOf = (status: number, code: number, further = {}, headers = {}): Scripted => ({
  status,
  body: { error_code: code, error_reason: 'reason', description: 'words', status: 'error', ...further },
  headers,
});
const timedOut = refusalOf(504, 121, { identifier: 'i-1' });
const unavailable = refusalOf(503, 200, {}, { 'retry-after': '0' });
const ours = refusalOf(400, 108, { identifier: 'i-1', request_id: 'r-1' });

describe('creating', () => {
  it('resolves with the creation answer', async () => {
    const { client, gateway } = await open([accepted]);
    expect(await client.createPayment(payment)).toMatchObject(acceptance);
    expect(gateway.seen).toMatchObject([{ line: 'POST /v2/payment', verdict: 'verified' }]);
    expect(gateway.seen[0]?.body).toContain('"amount":10.10}');
  });

  it.each([
    ['504', timedOut],
    ['a lost connection', 'cut'],
    ['503, which registered nothing', unavailable],
    ['429', refusalOf(429, 5)],
    ['an answer that is not the gateway’s', { status: 502, body: '<html>' }],
    ['an answer that cannot be read', { status: 200, body: '{"error_' }],
  ] as const)('sends the same content with the same reference after %s (contract §4)', async (_, first) => {
    const { client, gateway } = await open([first, first, accepted]);
    expect(await client.createPayment(payment)).toMatchObject({ identifier: 'i-1', status: 'created' });
    expect(gateway.seen).toHaveLength(3);
    expect(new Set(gateway.seen.map(({ line, body }) => line + body)).size).toBe(1);
    expect(gateway.seen.every(({ verdict }) => verdict === 'verified')).toBe(true);
  });

  it('reads the record if the answer is that its own reference exists (108 with identifier)', async () => {
    const record = { ...acceptance, type: 'payment', currency: 'EUR' };
    const { client, gateway } = await open(['cut', ours, { status: 200, body: record }]);
    expect(await client.createPayment(payment)).toMatchObject({ identifier: 'i-1', challenge });
    expect(gateway.seen.map(({ line }) => line)).toEqual([
      'POST /v2/payment',
      'POST /v2/payment',
      'GET /v2/payment/order-1',
    ]);
  });

  it('waits for the first step of a payment whose first call is still under way', async () => {
    const pending = { ...acceptance, type: 'payment', status: 'pending', challenge: undefined };
    const { client, gateway } = await open([ours, { status: 200, body: pending }, accepted]);
    expect(await client.createPayment(payment)).toMatchObject({ status: 'created', challenge });
    expect(gateway.seen.at(-1)?.line).toBe('GET /v2/payment/order-1?wait=30');
  });

  it('throws when the reference is taken by other content (108 without identifier)', async () => {
    const { client, gateway } = await open(['cut', refusalOf(400, 108)]);
    await expect(client.createPayment(payment)).rejects.toMatchObject({ code: 108, identifier: undefined });
    expect(gateway.seen).toHaveLength(2);
  });

  it('throws the refusal with all it says, and does not repeat what is refused', async () => {
    const further = { request_id: 'r-9', reference: 'order-1', timestamp: '2030-01-01T00:00:00.000Z' };
    const { client, gateway } = await open([refusalOf(400, 31, further)]);
    const refusal = await client.createPayment(payment).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(GatewayRefusal);
    expect(refusal).toMatchObject({
      httpStatus: 400,
      code: 31,
      reason: 'reason',
      description: 'words',
      status: 'error',
      requestId: 'r-9',
      reference: 'order-1',
      timestamp: '2030-01-01T00:00:00.000Z',
      message: 'HTTP 400, error 31 reason: words',
    });
    expect(gateway.seen).toHaveLength(1);
  });

  it('resolves with a payment that was registered and has failed at once', async () => {
    const declined = { ...acceptance, error_code: 200, error_reason: 'declined', status: 'declined' };
    const { client } = await open([{ status: 200, body: declined }]);
    expect(await client.createPayment(payment)).toMatchObject({ error_code: 200, status: 'declined' });
  });

  it.each([
    ['504', [timedOut]],
    ['no answer', ['cut']],
    ['503 after a lost connection', ['cut', refusalOf(503, 200, {}, { 'retry-after': '90' })]],
    ['401 after 504', [timedOut, refusalOf(401, 5)]],
  ] as const)('says that the outcome is unknown when patience ends with %s', async (_, script) => {
    const last = script.at(-1) ?? 'cut';
    const { client } = await open([...script, ...Array.from({ length: 40 }, () => last)], 100);
    const error = await client.createPayment(payment).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ reference: 'order-1' });
  });

  it('throws the 503 when it surely registered nothing and comes back too late to wait for', async () => {
    const { client, gateway } = await open([refusalOf(503, 1, {}, { 'retry-after': '3600' })]);
    await expect(client.createPayment(payment)).rejects.toMatchObject({ code: 1, retryAfterSeconds: 3600 });
    expect(gateway.seen).toHaveLength(1);
  });

  it('throws the refusal of a retry that looked the reference up and found nothing', async () => {
    const { client } = await open(['cut', refusalOf(400, 1132)]);
    await expect(client.createPayment(payment)).rejects.toMatchObject({ code: 1132 });
  });

  it('reads both shapes of a payout (specification §2.10, contract §6)', async () => {
    const request: PayoutRequest = {
      method: 'bank_transfer_africa',
      reference: 'out-1',
      currency: 'NGN',
      amount: '5000',
      customer: { identifier: 'c-1' },
    };
    const banks = { challenge_type: 'bank_code', challenge_bank_code: [] };
    const africa = {
      identifier: 'i-2',
      status: { name: 'pending', date: '2030-01-01T00:00:00.000Z' },
      challenge: banks,
      error_code: 0,
      error_message: '',
    };
    const { client, gateway } = await open([{ status: 200, body: africa }]);
    expect(await client.createPayout(request)).toMatchObject({
      identifier: 'i-2',
      status: 'pending',
      error_reason: '',
      challenge: banks,
    });
    expect(gateway.seen).toMatchObject([{ line: 'POST /v2/payout' }]);
  });
});

describe('giving money back', () => {
  const refund = { reference: 'r-1', payment_reference: 'order-1', amount: '4.50' } as const;
  const shown = {
    error_code: 0,
    error_reason: '',
    identifier: 'i-3',
    reference: 'r-1',
    request_id: 'q-3',
    payment_identifier: 'i-1',
    payment_reference: 'order-1',
    method: 'ideal',
    currency: 'EUR',
    amount: '4.50',
    status: 'pending',
  };
  const registered = { ...shown, type: 'refund', mode: 'initial', timestamp: '2030-01-01T00:00:00.000Z' };

  it('resolves with the creation answer, and a further try has the same content', async () => {
    const { client, gateway } = await open([timedOut, 'cut', { status: 200, body: registered }]);
    expect(await client.createRefund(refund)).toEqual(shown);
    const body = '{"reference":"r-1","payment_reference":"order-1","amount":4.50}';
    expect(gateway.seen).toMatchObject(
      Array.from({ length: 3 }, () => ({ line: 'POST /v2/refund', body, verdict: 'verified' })),
    );
  });

  it('resolves with the record where an earlier call was answered (108 with identifier)', async () => {
    const record = { ...registered, status: 'success', history: [] };
    const { client, gateway } = await open([ours, { status: 200, body: record }]);
    expect(await client.createRefund(refund)).toEqual({ ...shown, status: 'success' });
    expect(gateway.seen.at(-1)?.line).toBe('GET /v2/refund/r-1');
  });

  it('does not wait for the end of a refund that an earlier call registered', async () => {
    const { client, gateway } = await open([ours, { status: 200, body: registered }]);
    expect(await client.createRefund(refund)).toMatchObject({ status: 'pending' });
    expect(gateway.seen).toHaveLength(2);
  });

  it('throws that more than is left was asked for, and says the outcome is unknown after a 504', async () => {
    const { client } = await open([refusalOf(400, 1132), timedOut], 0);
    await expect(client.createRefund(refund)).rejects.toMatchObject({ code: 1132 });
    await expect(client.createRefund(refund)).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});

describe('the other calls', () => {
  const empty: Scripted = { status: 200, body: '' };
  it.each<[string, (client: GatewayClient) => Promise<unknown>, Scripted, string]>([
    ['GET /v2/payment/a%2Fb', (client) => client.checkPayment('a/b'), accepted, ''],
    ['GET /v2/payment/a?wait=30', (client) => client.checkPayment('a', { waitSeconds: 30 }), accepted, ''],
    ['GET /v2/payout/a', (client) => client.checkPayout('a'), accepted, ''],
    [
      'POST /v2/payment/challenge/bank-transfer-mexico',
      (client) => client.submitTransferDetails({ reference: 'a', tracking_key: 'K1' }),
      empty,
      '{"reference":"a","tracking_key":"K1"}',
    ],
    [
      'POST /v2/payout/challenge/bank-code',
      (client) => client.confirmBankCode('a', '057'),
      empty,
      '{"reference":"a","bank_code":"057"}',
    ],
    ['GET /v2/bank/africa?country_code=NG', (client) => client.banks('NG'), { status: 200, body: [] }, ''],
    ['GET /v2/balance', (client) => client.balance(), accepted, ''],
    ['GET /v2/methods', (client) => client.methods(), accepted, ''],
    ['GET /v2/events', (client) => client.events(), accepted, ''],
    ['GET /v2/events?after=4%262', (client) => client.events('4&2'), accepted, ''],
    ['POST /v2/payment/a%2Fb/cancel', (client) => client.cancelPayment('a/b'), accepted, ''],
    ['POST /v2/payout/a/cancel', (client) => client.cancelPayout('a'), accepted, ''],
    ['GET /v2/refund/a%2Fb', (client) => client.getRefund('a/b'), accepted, ''],
    ['GET /v2/refund/a?wait=5', (client) => client.getRefund('a', { waitSeconds: 5 }), accepted, ''],
    ['POST /v2/refund/a/cancel', (client) => client.cancelRefund('a'), accepted, ''],
    [
      'GET /v2/refunds?payment_reference=ord-1&status=pending%2Csuccess&limit=5',
      (client) =>
        client.listRefunds({ payment_reference: 'ord-1', status: ['pending', 'success'], limit: 5 }),
      accepted,
      '',
    ],
    [
      'GET /v2/reversals?kind=chargeback%2Cinquiry&transaction_type=payment&reference=ord-1',
      (client) =>
        client.listReversals({
          kind: ['chargeback', 'inquiry'],
          transaction_type: 'payment',
          reference: 'ord-1',
        }),
      accepted,
      '',
    ],
    ['POST /v2/callbacks/evt_1/redeliver', (client) => client.redeliver('evt_1'), empty, '{}'],
    [
      'POST /v2/callbacks/redeliver',
      (client) => client.redeliverCallbacks({ from: '2026-01-31T12:00:00Z' }),
      accepted,
      '{"from":"2026-01-31T12:00:00Z"}',
    ],
  ])('%s is signed, and repeated after a lost connection (contract §7)', async (line, call, answer, body) => {
    const { client, gateway } = await open(['cut', answer]);
    await call(client);
    expect(gateway.seen).toMatchObject([
      { line, body, verdict: 'verified' },
      { line, body, verdict: 'verified' },
    ]);
  });

  it('throw the refusal, and NoAnswer at the end of patience', async () => {
    const { client } = await open([refusalOf(404, 35)], 100);
    await expect(client.checkPayment('nobody')).rejects.toMatchObject({ httpStatus: 404, code: 35 });
    await expect(client.balance()).rejects.toThrow(NoAnswer);
  });
});
