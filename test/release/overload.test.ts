import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant, type Answer, type Merchant } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, pixPayout } from '../fakes/payout-bodies.js';
import { paidPayment, refundBody, type RefundBody } from '../fakes/refunds.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { patient } from '../stack/patience.js';
import { untilLine } from '../witnesses/log-file.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: while there is more to do than can be done in time, creates are refused before anything is registered, first those of the
 * merchant that sends most, and nothing else is refused. Method: the worker is stopped, so that everything which one merchant sends
 * at once stays under way.
 */
let system: BreakableSystem;
let connection: Connection;
let modest: Merchant;

/** A burst of this size is not refused, unless a limit is in force already. */
const burst = 100;
const flooding = 120;
const paths = { payment: '/v2/payment', payout: '/v2/payout', refund: '/v2/refund' } as const;
const types = Object.keys(paths) as readonly (keyof typeof paths)[];
type Body = { readonly reference: string };

const flood = Array.from({ length: flooding }, () => idealBody({ sandbox: 'success' }));
const ofTheModest = idealBody({ sandbox: 'success' });
/** Registered before. */
const known = { open: idealBody(), cancelled: idealBody(), payout: choicePayout({ sandbox: 'success' }) };
let refused: Readonly<Record<keyof typeof paths, Body>>;
let challenged: Answer;
/** Calls that wait for the worker. */
const waiting: Record<'flood' | 'cancel' | 'bank' | 'modest', Promise<Answer>[]> = {
  flood: [],
  cancel: [],
  bank: [],
  modest: [],
};

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [[['timing', 'response_deadline'], `${patient(60_000)}ms`]],
  });
  const { merchant, stack } = system;
  connection = await Connection.connect({ address: stack.temporal.address });
  modest = createMerchant(stack.urls.api, 'mk_test_poor', { repeats: 0 });
  const payment = await paidPayment(merchant);
  refused = {
    payment: idealBody({ sandbox: 'success' }),
    payout: pixPayout({ sandbox: 'success' }),
    refund: refundBody(payment, {}, { sandbox: 'success' }) satisfies RefundBody,
  };
  challenged = await merchant.post(paths.payment, known.open);
  await merchant.post(paths.payment, known.cancelled);
  await merchant.post(paths.payout, known.payout);
  await stack.apps.worker.stop();
  waiting.flood = flood.map((body) => merchant.post(paths.payment, body));
  await until(limitInForce, (limit) => limit !== undefined && limit < flooding);
});
afterAll(async () => {
  await connection.close();
  await system.stop();
});

const metricsOf = async () => (await fetch(`${system.stack.urls.api}/metrics`)).text();
const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
const limitInForce = async () => valueIn(await metricsOf(), 'gateway_creates_limit');
const rowsOf = ({ reference }: Body) =>
  system.books.rows('select identifier from transactions where reference = $1', reference);

describe('while the system is overloaded', () => {
  it.each(types)('a new %s is refused before anything is registered', async (type) => {
    const { merchant } = system;
    const body = refused[type];
    expect(await merchant.post(paths[type], body)).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^([5-9]|10)$/) as string },
      body: {
        error_code: 200,
        error_reason: 'Transaction processing error',
        status: 'error',
        reference: body.reference,
      },
    });
    expect(await rowsOf(body)).toEqual([]);
    expect((await merchant.get(`${paths[type]}/${body.reference}`)).status).toBe(404);
    const query = `Reference = '${body.reference}'`;
    expect(await new Client({ connection }).workflow.count(query)).toMatchObject({ count: 0 });
  });

  it('the log says so, and refusals are counted', async () => {
    const line = await untilLine(system.stack.apps.api.logFile, { msg: 'overloaded: creates are limited' });
    expect(line).toMatchObject({ level: 40, cause: 'backlog' });
    const text = await metricsOf();
    expect(valueIn(text, 'gateway_creates_refused_total{cause="backlog"}')).toBeGreaterThanOrEqual(3);
    expect(valueIn(text, 'gateway_creates_under_way')).toBeGreaterThanOrEqual(burst);
  });

  it('a merchant within its share is not refused', async () => {
    waiting.modest = [modest.post(paths.payment, ofTheModest)];
    await until(
      () => rowsOf(ofTheModest),
      (rows) => rows.length === 1,
    );
  });

  it('errors of a request stay what they are', async () => {
    const { merchant } = system;
    const stranger = createMerchant(system.stack.urls.api, 'mk_test_nobody', { repeats: 0 });
    expect((await stranger.post(paths.payment, idealBody())).status).toBe(401);
    expect(await merchant.post(paths.payment, idealBody({}, { amount: -1 }))).toMatchObject({
      status: 400,
      body: { error_code: 30 },
    });
  });

  it('a known reference is answered by the table of duplicates', async () => {
    const duplicate = { status: 400, body: { error_code: 108 } };
    for (const body of [known.open, ...flood.slice(0, 2), { ...known.open, amount: 99 }])
      expect(await system.merchant.post(paths.payment, body)).toMatchObject(duplicate);
  });

  it('look-ups are answered', async () => {
    const { merchant } = system;
    expect(await merchant.get(`${paths.payment}/${known.open.reference}`)).toMatchObject({
      status: 200,
      body: { status: 'created' },
    });
    expect((await merchant.get('/v2/transactions')).status).toBe(200);
    expect((await merchant.get('/v2/events')).status).toBe(200);
  });

  it("a provider's callback is taken", async () => {
    await approve(challenged);
    const { identifier } = challenged.body;
    await until(
      () => system.books.rows('select 1 from provider_events where identifier = $1', identifier),
      (rows) => rows.length === 1,
    );
  });

  it('all that was taken is done once there is a worker again: cancels and challenges, too', async () => {
    const { merchant, observers, stack } = system;
    waiting.cancel = [merchant.post(`${paths.payment}/${known.cancelled.reference}/cancel`, {})];
    waiting.bank = [
      merchant.post(confirmations, { reference: known.payout.reference, bank_code: knownBank }),
    ];
    await stack.apps.worker.start();
    const { flood: created, cancel, bank, modest: one } = waiting;
    const answers = await Promise.all([...cancel, ...bank, ...one]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // On a slow machine the limit comes before the last of the flood.
    const statuses = (await Promise.all(created)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const taken = flood.filter((_, index) => statuses[index] === 200);
    expect(taken.length).toBeGreaterThanOrEqual(burst);
    for (const { reference } of [...taken.slice(0, 10), known.open])
      await proveEnd(observers, reference, { status: 'success' });
    expect(await modest.untilFinal(ofTheModest.reference)).toMatchObject({ status: 'success' });
    await proveEnd(observers, known.payout.reference, { type: 'payout', status: 'success' });
    expect((await merchant.get(`${paths.payment}/${known.cancelled.reference}`)).body).toMatchObject({
      status: 'declined',
    });
  });

  it('the limit is lifted afterwards, and what was refused is taken', async () => {
    await until(limitInForce, (limit) => limit === undefined);
    for (const type of types) {
      expect(await system.merchant.post(paths[type], refused[type])).toMatchObject({ status: 200 });
      expect(await system.merchant.untilFinal(refused[type].reference, type)).toMatchObject({
        status: 'success',
      });
    }
  });
});
