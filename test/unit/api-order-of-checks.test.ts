import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { signRequest } from '#gateway/signature/request-signature';
import { startApiInProcess, type ApiInProcess } from '../stack/api-in-process.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';

/**
 * Goal: the api answers in the order of checks of contract §3, and needs neither Postgres nor Temporal for what comes
 * before the duplicate table. Method: the whole api, with a database and a Temporal that are never reached.
 */
const configuration = readDevelopmentConfiguration();
const [host = ''] = configuration.signedHosts;
const [{ id: keyId, secret } = { id: '', secret: '' }] = configuration.projects['demo']?.keys ?? [];
let running: ApiInProcess;
let api: NestFastifyApplication;

beforeAll(async () => {
  running = await startApiInProcess();
  ({ api } = running);
});
afterAll(() => running.stop());

type Sent = {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

async function send(path: string, { method = 'GET', body = '', headers = {} }: Sent = {}) {
  const signed = signRequest({ method, path, host, date: new Date(), body, keyId, secret });
  const answer = await api.inject({ method, url: path, headers: { ...signed, ...headers }, payload: body });
  const { statusCode: status, body: text } = answer;
  const { allow, 'content-type': type } = answer.headers;
  return { status, text, type, allow };
}

function outcome({ status, text }: { readonly status: number; readonly text: string }) {
  const { error_code: code } = JSON.parse(text) as { readonly error_code?: number };
  return { status, code };
}

const post = (path: string, body: string, headers = {}) => send(path, { method: 'POST', body, headers });
const ideal = JSON.stringify(exampleOf(methodOf('payment', 'h2h', 'ideal')));
const pix = JSON.stringify(exampleOf(methodOf('payout', 'h2h', 'pix')));
const refund = JSON.stringify({ reference: 'r-1', payment_reference: 'ord-1', amount: '4.50' });
const text = { 'content-type': 'text/plain' };
const unsigned = { authorization: 'Signature nothing' };

describe('one stage at a time, the first that finds something', () => {
  it.each([
    ['signature before path', '/v2/nothing', '{', { ...unsigned, ...text }, 401, 5],
    ['path before 415', '/v2/nothing', '{', text, 404, 35],
    ['method before 415', '/v2/balance', '{', text, 405, 30],
    ['415 before body syntax', '/v2/payment', '{', text, 415, 30],
    ['body syntax before 31', '/v2/payment', '{', {}, 400, 30],
    ['an empty payment', '/v2/payment', '', {}, 400, 31],
    ['an empty payout', '/v2/payout', 'null', {}, 400, 1],
    ['an empty refund', '/v2/refund', '', {}, 400, 31],
    ['a refund that is null', '/v2/refund', 'null', {}, 400, 31],
    ['body syntax of a refund before 31', '/v2/refund', '{', {}, 400, 30],
    [
      '31 of a refund before 30',
      '/v2/refund',
      '{"reference":"r-1","amount":0,"currency":"eur"}',
      {},
      400,
      31,
    ],
    [
      'currency of a refund before 30',
      '/v2/refund',
      refund.replace('"4.50"', '0,"currency":"eur"'),
      {},
      400,
      31,
    ],
    ['30 of a refund before Postgres', '/v2/refund', refund.replace('"4.50"', 'null'), {}, 400, 30],
    ['the body of a cancelled refund is parsed', '/v2/refund/a/cancel', '{', {}, 400, 30],
    ['31 before 30', '/v2/payment', '{"method":"ideal","mode":"other"}', {}, 400, 31],
    [
      '30 on what the method says',
      '/v2/payment',
      ideal.replace(/"amount":[^,}]+/, '"amount":"1"'),
      {},
      400,
      30,
    ],
    ['the catalogue before Postgres', '/v2/payment', ideal.replace('EUR', 'USD'), {}, 400, 1051],
    ['a bank code', '/v2/payout/challenge/bank-code', '{"reference":"a"}', {}, 400, 31],
    ['transfer details', '/v2/payment/challenge/bank-transfer-mexico', '{"reference":"a"}', {}, 400, 31],
    ['what is explained is accepted first', '/v2/routing/explain', '{"method":"ideal"}', {}, 400, 31],
    ['callbacks without a time', '/v2/callbacks/redeliver', '{"to":7}', {}, 400, 31],
    ['an ignored body is parsed', '/v2/callbacks/evt_1/redeliver', '{', {}, 400, 30],
    ['415 before what is cancelled is looked for', '/v2/payment/a/cancel', '', text, 415, 30],
    ['the body of a cancel is parsed', '/v2/payout/a/cancel', '{', {}, 400, 30],
    ['an impossible reference', '/v2/payment/%00/cancel', '', {}, 404, 35],
    ['an unknown provider', '/provider-callbacks/none', '', text, 404, 35],
  ] as const)('%s', async (_name, path, body, headers, status, code) => {
    expect(outcome(await post(path, body, headers))).toEqual({ status, code });
  });
});

it.each([
  ['/v2/payment/?a=b', 'Leave out the slash at the end of the path'],
  ['/v2/balance?a=b/', 'This path does not support this HTTP method'],
])('the 405 of POST %s says: %s', async (path, description) => {
  const answer = await post(path, ideal);
  expect(outcome(answer)).toEqual({ status: 405, code: 30 });
  expect(JSON.parse(answer.text)).toMatchObject({ description });
});

it('a cancel is a POST: 405', async () => {
  expect(outcome(await send('/v2/payment/a/cancel'))).toEqual({ status: 405, code: 30 });
});

/** Neither can be reached here, and both would be answered alike: the calls made show which comes first. */
it.each([
  ['/v2/payment', ideal],
  ['/v2/payout', pix],
  ['/v2/refund', refund],
])('the duplicate table before Temporal: %s', async (path, body) => {
  const isReachable = vi.spyOn(running.temporalReach, 'isReachable');
  expect(outcome(await post(path, body))).toEqual({ status: 503, code: 200 });
  expect(isReachable).not.toHaveBeenCalled();
  isReachable.mockRestore();
});

it.each(['', 'null', '{}', '{"amount":5}'])(
  'a cancel needs Postgres first, and no body: "%s"',
  async (body) => {
    for (const path of ['/v2/payment/a/cancel', '/v2/payout/a/cancel', '/v2/refund/a/cancel']) {
      expect(outcome(await post(path, body))).toEqual({ status: 503, code: 200 });
    }
  },
);

describe('without a database', () => {
  it.each([
    ['/v2/transactions?limit=0', 400, 30],
    ['/v2/transactions?state=new', 400, 30],
    ['/v2/transactions?type=refund', 400, 30],
    ['/v2/refunds?status=created', 400, 30],
    ['/v2/refunds?type=refund', 400, 30],
    ['/v2/refund', 405, 30],
    ['/v2/balance/entries?limit=101', 400, 30],
    ['/v2/balance/entries?kind=reserve', 400, 30],
    ['/v2/callbacks?state=lost', 400, 30],
    ['/v2/callbacks?status=delivered', 400, 30],
    ['/v2/callbacks/test', 404, 35],
    ['/v2/callbacks/redeliver', 404, 35],
    ['/v2/callbacks/%00', 404, 35],
    ['/v2/callbacks/evt_1/redeliver', 405, 30],
  ])('a list with invalid parameters is refused first: %s', async (path, status, code) => {
    expect(outcome(await send(path))).toEqual({ status, code });
  });

  it.each(['/v2/transactions', '/v2/refunds', '/v2/balance/entries', '/v2/callbacks', '/v2/callbacks/evt_1'])(
    'POST %s is answered that it takes GET',
    async (path) => {
      const answer = await post(path, '{');
      expect([outcome(answer), answer.allow]).toEqual([{ status: 405, code: 30 }, 'GET, HEAD']);
    },
  );

  it('is answered as JSON', async () => {
    const { status, text: body, type } = await send('/v2/methods');
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(body)).toMatchObject({ methods: expect.arrayContaining([expect.any(Object)]) });
  });

  it('reports live and not ready', async () => {
    expect(await send('/health/live')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    const ready = '{"status":"unavailable","postgres":false,"temporal":false}';
    expect(await send('/health/ready')).toMatchObject({ status: 503, text: ready });
  });

  it('serves its own description', async () => {
    expect(await send('/openapi.json')).toMatchObject({ status: 200 });
  });
});
