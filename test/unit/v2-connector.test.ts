import { afterEach, describe, expect, it } from 'vitest';
import type { TransactionRequest } from '#domain/transaction/request';
import { JsonNumber } from '#domain/values/json';
import type {
  CardData,
  PaymentOrder,
  PayoutOrder,
  RefundHandle,
  RefundOrder,
} from '#gateway/connectors/connector';
import { findConnector } from '#gateway/connectors/registry';
import { v2Connector } from '#gateway/connectors/v2/connector';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { openPersonalData, sealPersonalData } from '#persistence/transactions/personal-data';
import { acceptRefund } from '../../apps/api/src/refunds/accept-refund.js';
import { acceptPayment, acceptPayout } from '../../apps/api/src/transactions/create/accept-request.js';
import { parsed } from '../../apps/api/src/transactions/create/testing/acceptance.js';
import {
  goldenKeyId,
  goldenSecret,
  openScriptedGateway,
  type Scripted,
  type ScriptedGateway,
} from '../../libs/client/testing/scripted-gateway.js';
import { paymentMethods } from './specification/payment-tables.js';
import { payoutMethods } from './specification/payout-tables.js';
import { fullBody, minimalBody, nameOf, type Body } from './specification/sample-bodies.js';

/** What the client side sends is what the server side takes: one specification, read twice. */
const limit = { timeoutMs: 2_000 };
const returnUrl = 'https://pay.example.com/p/token/return';
const callbackUrl = 'https://gw.example.com/provider-callbacks/upstream';
const refusal: Scripted = { status: 400, body: { error_code: 451, error_reason: 'General risk decline' } };
let gateway: ScriptedGateway | undefined;

afterEach(() => gateway?.close());

async function open(...script: readonly Scripted[]) {
  gateway = await openScriptedGateway(script);
  const { baseUrl, seen } = gateway;
  const credentials = { key_id: goldenKeyId, secret: goldenSecret };
  return { seen, account: { provider: 'upstream', mid: 'one', baseUrl, credentials } };
}

const soughtRefund: RefundHandle = {
  providerReference: 'rf-1-1',
  charge: { providerReference: 'ord-1-1', money: { amount: '10.10', currency: 'EUR' } },
  money: { amount: '10.10', currency: 'EUR' },
  madeFrom: new Date(0),
  madeUntil: new Date(0),
  knownIds: [],
};

function paymentOrder(request: TransactionRequest, more: Partial<PaymentOrder> = {}): PaymentOrder {
  const { method, style, money, description, customer, card, meta, channelCode, locale } = request;
  const order = { method: method.code, style, money, description, customer, card, meta, channelCode, locale };
  const payableUntil = new Date().toISOString();
  return { providerReference: 'ord-1-1', returnUrl, callbackUrl, payableUntil, ...order, ...more };
}

function payoutOrder({
  method,
  money,
  description,
  customer,
  meta,
  locale,
  requisites,
}: TransactionRequest): PayoutOrder {
  const { bank_code: bankCode, ...others } = requisites ?? {};
  const order = {
    method: method.code,
    money,
    description,
    customer,
    meta,
    locale,
    requisites: others,
    bankCode,
  };
  return { providerReference: 'ord-1-1', callbackUrl, ...order };
}

const numbers = ['9007199254740993', '1.10', '123456789012345678901234567890', '1E+2', '1e308', '-0', '0.0'];
const cipher = createEnvelopeCipher([{ id: 'a', key: Buffer.alloc(32, 1) }]);

function withNumber(body: Body, number: string): string {
  return JSON.stringify({ ...body, extra: { meta: { x: '@' } } }).replace('"@"', number);
}

/** A payment with the least that the tables require. */
function leastOf(name: string): Body {
  const row = paymentMethods.find((one) => nameOf(one) === name);
  if (!row) throw new Error(`the tables have no ${name}`);
  return minimalBody(row);
}

function requestOf(text: string): TransactionRequest {
  return acceptPayment(parsed(text));
}

/** What the upstream gateway reads of an order. */
async function received(order: PaymentOrder): Promise<TransactionRequest> {
  const { seen, account } = await open(refusal);
  expect(await v2Connector.payment.submit(order, account, limit)).toMatchObject({ kind: 'declined' });
  expect(seen).toMatchObject([{ line: 'POST /v2/payment', verdict: 'verified' }]);
  return acceptPayment(parsed(seen[0]?.body ?? ''));
}

describe('a payment as the upstream gateway takes it', () => {
  const bodies: readonly (readonly [string, Body])[] = paymentMethods.flatMap((row) => [
    [`${nameOf(row)}, the least`, minimalBody(row)] as const,
    [`${nameOf(row)}, everything`, fullBody(row)] as const,
  ]);

  it.each(bodies)('%s', async (_name, body) => {
    const request = requestOf(JSON.stringify(body));
    const { method, locale } = request;
    const { urls } = method;
    const [canceled, failed] = [urls.cancel_url, urls.error_url].map((need) => need && returnUrl);
    expect(await received(paymentOrder(request))).toEqual({
      ...request,
      reference: 'ord-1-1',
      mode: method.required.includes('mode') ? 'initial' : undefined,
      redirectUrl: returnUrl,
      cancelUrl: canceled,
      errorUrl: failed,
      callbackUrl,
      locale,
      lang: request.lang === undefined ? undefined : locale,
    });
  });

  it.each(numbers)('keeps the number %s of extra.meta, also from the sealed column', async (number) => {
    const text = withNumber(leastOf('h2h ideal'), number);
    const request = requestOf(text);
    const ciphertext = sealPersonalData(cipher, 'id-1', request);
    const order = paymentOrder(request, { meta: openPersonalData(cipher, 'id-1', ciphertext).meta });
    const { meta, metaText, writtenMeta } = await received(order);
    expect(metaText).toBe(`{"x":${number}}`);
    expect(writtenMeta).toEqual({ x: number });
    expect(meta).toEqual(request.meta);
  });

  it('keeps the digits of an amount', async () => {
    const text = JSON.stringify({ ...leastOf('h2h ideal'), amount: '@' }).replace('"@"', '10.10');
    expect((await received(paymentOrder(requestOf(text)))).money.amount).toBe('10.10');
  });

  it('a card that our page has asked for goes with it, server to server', async () => {
    const request = requestOf(JSON.stringify(leastOf('hpp card')));
    const card: CardData = {
      pan: '4242424242424242',
      cvv: '123',
      expMonth: '12',
      expYear: '2039',
      holderName: 'A B',
    };
    const taken = await received(paymentOrder(request, { card }));
    expect(taken).toMatchObject({ style: 'h2h', method: { code: 'card' }, card, customer: request.customer });
  });
});

describe('a payout as the upstream gateway takes it', () => {
  it.each(payoutMethods.map(({ method, sample }) => [method, sample] as const))('%s', async (_name, body) => {
    const request = acceptPayout(parsed(JSON.stringify(body)));
    const { seen, account } = await open(refusal);
    await v2Connector.payout.submit(payoutOrder(request), account, limit);
    expect(seen).toMatchObject([{ line: 'POST /v2/payout', verdict: 'verified' }]);
    expect(acceptPayout(parsed(seen[0]?.body ?? ''))).toEqual({
      ...request,
      reference: 'ord-1-1',
      mode: undefined,
      callbackUrl,
    });
  });

  it('has the customer’s language if its API has a field for it', async () => {
    const [pix] = payoutMethods.filter(({ method }) => method === 'pix');
    const request = acceptPayout(parsed(JSON.stringify({ ...pix?.sample, lang: 'pt-BR' })));
    const { seen, account } = await open(refusal);
    await v2Connector.payout.submit(payoutOrder(request), account, limit);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ method: 'pix', lang: 'pt-BR' });
  });
});

describe('a refund as the upstream gateway takes it', () => {
  const order: RefundOrder = {
    providerReference: 'rf-1-1',
    charge: { providerReference: 'ord-1-1', money: { amount: '10.10', currency: 'EUR' } },
    method: 'ideal',
    money: { amount: '10.10', currency: 'EUR' },
    meta: {},
    callbackUrl,
  };

  it.each([
    ['the least', {}],
    ['everything', { reason: 'duplicate', description: 'One of two', meta: { a: new JsonNumber('1.10') } }],
  ])('%s', async (_what, more) => {
    const { seen, account } = await open(refusal);
    const sent = { ...order, ...more };
    expect(await v2Connector.refund.submit(sent, account, limit)).toMatchObject({ kind: 'notSent' });
    expect(seen).toMatchObject([{ line: 'POST /v2/refund', verdict: 'verified' }]);
    const { providerReference: reference, charge, money, method: _, ...others } = sent;
    const paymentReference = charge.providerReference;
    expect(acceptRefund(parsed(seen[0]?.body ?? ''))).toEqual({
      reference,
      paymentReference,
      ...money,
      ...others,
      metaText: expect.any(String),
    });
  });
});

describe('the calls of connector v2', () => {
  it('is in the registry', () => {
    expect(findConnector('v2')).toBe(v2Connector);
  });

  it('asks by our reference, signed; it can cancel nothing', async () => {
    expect(v2Connector.payment.cancel).toBeUndefined();
    const { seen, account } = await open();
    await v2Connector.payment.lookUp({ providerReference: 'a/b-1' }, account, limit);
    await v2Connector.payout.lookUp({ providerReference: 'd-1' }, account, limit);
    await v2Connector.refund.lookUp({ ...soughtRefund, providerReference: 'r-1' }, account, limit);
    await v2Connector.payout.listBanks?.('NG', account, limit);
    expect(seen).toMatchObject([
      { line: 'GET /v2/payment/a%2Fb-1', verdict: 'verified', body: '' },
      { line: 'GET /v2/payout/d-1', verdict: 'verified' },
      { line: 'GET /v2/refund/r-1', verdict: 'verified', body: '' },
      { line: 'GET /v2/bank/africa?country_code=NG', verdict: 'verified' },
    ]);
  });

  it('signs the path as it is sent, below a base URL with a path of its own', async () => {
    const { seen, account } = await open();
    await v2Connector.payment.lookUp(
      { providerReference: 'a-1' },
      { ...account, baseUrl: `${account.baseUrl}/gw/` },
      limit,
    );
    expect(seen).toMatchObject([{ line: 'GET /gw/v2/payment/a-1', verdict: 'verified' }]);
  });

  it('passes transfer details on', async () => {
    const { seen, account } = await open({ status: 200, body: '' });
    const result = await v2Connector.payment.submitTransferDetails?.(
      'a-1',
      { trackingKey: 'T1' },
      account,
      limit,
    );
    expect(result).toEqual({ kind: 'taken' });
    expect(seen).toMatchObject([
      { line: 'POST /v2/payment/challenge/bank-transfer-mexico', verdict: 'verified' },
    ]);
  });

  it.each([
    ['credentials missing', {}],
    ['credentials malformed', { key_id: 'mk_1', secret: 'short' }],
  ])('sends nothing with %s', async (detail, credentials) => {
    const { seen, account } = await open();
    const request = requestOf(JSON.stringify(leastOf('h2h ideal')));
    const result = await v2Connector.payment.submit(
      paymentOrder(request),
      { ...account, credentials },
      limit,
    );
    expect(result).toEqual({ kind: 'notSent', detail });
    expect(seen).toEqual([]);
  });

  it.each([
    ['cut', 'cut', 'communication'],
    ['silence', 'silent', 'timeout'],
  ] as const)('%s after the request leaves it unknown, sent once', async (_what, scripted, cause) => {
    const { seen, account } = await open(scripted);
    const request = requestOf(JSON.stringify(leastOf('h2h ideal')));
    const result = await v2Connector.payment.submit(paymentOrder(request), account, { timeoutMs: 300 });
    expect(result).toMatchObject({ kind: 'unknown', cause });
    expect(seen).toHaveLength(1);
  });
});
