import { afterAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, goldenKey, type Merchant } from '../fakes/merchant.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: after an outage a merchant, or an operator for him, has all callbacks of a time sent again (contract §7). */
const { urls, databaseUrl, databaseUrls } = sharedStack;
const demo = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const client = createGatewayClient({ baseUrl: urls.api, keyId: 'mk_test_demo', secret: goldenKey });
const endpoints: Endpoint[] = [];
const path = '/v2/callbacks/redeliver';
const invalid = { status: 400, code: 30, reason: 'Invalid params' };

afterAll(async () => {
  client.close();
  for (const endpoint of endpoints) endpoint.close();
  await books.close();
});

type Callback = { readonly event_id: string; readonly state: string; readonly attempts: number };
type Paid = { readonly reference: string; readonly eventId: string; readonly finished: string };

const callbackOf = async (reference: string, by: Merchant) =>
  (await by.get(`/v2/payment/${reference}`)).body['callback'] as Callback;
const untilState = (reference: string, state: string, by = demo) =>
  until(
    () => callbackOf(reference, by),
    (callback) => callback.state === state,
  );

/** An endpoint that refuses with 410 until it is well: its callbacks are stopped. */
async function openGone() {
  let isWell = false;
  const endpoint = await openEndpoint(() => ({ status: isWell ? 200 : 410 }));
  endpoints.push(endpoint);
  return { endpoint, recover: () => (isWell = true) };
}

async function payStopped(url: string, by = demo): Promise<Paid> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, { callback_url: url });
  await by.post('/v2/payment', body);
  const record = await by.untilFinal(body.reference);
  const { event_id: eventId } = await untilState(body.reference, 'stopped', by);
  return { reference: body.reference, eventId, finished: String(record['finished_date']) };
}

async function payThree(url: string): Promise<readonly [Paid, Paid, Paid]> {
  return [await payStopped(url), await payStopped(url), await payStopped(url)];
}

const heardOf = ({ heard }: Endpoint, { eventId }: Paid) =>
  heard.filter(({ headers }) => headers['webhook-id'] === eventId);

describe('the callbacks of an outage', () => {
  it('come again, those of this time and of this merchant, with the same bytes and ids', async () => {
    const { endpoint, recover } = await openGone();
    const [first, second, third] = await payThree(endpoint.url);
    const other = createMerchant(urls.api, 'mk_test_window');
    const foreign = await payStopped(endpoint.url, other);
    recover();
    const answer = await demo.post(path, { from: second.finished });
    expect([answer.status, answer.body]).toEqual([200, { count: 2, next_from: null }]);
    for (const paid of [second, third]) {
      expect(await untilState(paid.reference, 'delivered')).toMatchObject({ attempts: 2 });
      const [one, two, ...more] = heardOf(endpoint, paid);
      expect([one?.body, more]).toEqual([two?.body, []]);
    }
    expect(await callbackOf(first.reference, demo)).toMatchObject({ state: 'stopped', attempts: 1 });
    expect(await callbackOf(foreign.reference, other)).toMatchObject({ state: 'stopped', attempts: 1 });

    // `to` is exclusive, an offset is understood, and what was taken is sent when it is asked for.
    const from = first.finished.replace('Z', '+00:00');
    expect(await client.redeliverCallbacks({ from, to: second.finished })).toMatchObject({ count: 1 });
    await untilState(first.reference, 'delivered');
    const again = await client.redeliverCallbacks({ from: third.finished, states: ['delivered', 'stopped'] });
    expect(again).toEqual({ count: 1, next_from: null });
    await until(
      () => callbackOf(third.reference, demo),
      ({ attempts }) => attempts === 3,
    );
    expect(await callbackOf(second.reference, demo)).toMatchObject({ attempts: 2 });
  });

  it('that fail again are as they were, and may be asked for again', async () => {
    const { endpoint, recover } = await openGone();
    const paid = await payStopped(endpoint.url);
    expect(await client.redeliverCallbacks({ from: paid.finished })).toMatchObject({ count: 1 });
    await until(
      () => callbackOf(paid.reference, demo),
      ({ attempts }) => attempts === 2,
    );
    expect(await callbackOf(paid.reference, demo)).toMatchObject({ state: 'stopped' });
    recover();
    expect(await client.redeliverCallbacks({ from: paid.finished })).toMatchObject({ count: 1 });
    await untilState(paid.reference, 'delivered');
  });

  it('are sent again by an operator, with name and reason', async () => {
    const { endpoint, recover } = await openGone();
    const [first, second] = await payThree(endpoint.url);
    recover();
    const run = (...words: readonly string[]) =>
      runAdmin(['callbacks', 'redeliver', '--project', 'demo', '--operator', 'ada', ...words], {
        DATABASE_URL: databaseUrls.admin,
      });
    const window = ['--from', first.finished, '--to', second.finished];
    const project = ['--project', 'demo_b'];
    expect(await run(...window, ...project, '--reason', 'outage')).toEqual({
      code: 0,
      output: "0 callbacks of demo_b will be sent again, at the endpoint's pace.\n",
    });
    expect(await run(...window, '--states', 'stopped', '--reason', ' outage, ticket 7 ')).toEqual({
      code: 0,
      output: "1 callback of demo will be sent again, at the endpoint's pace.\n",
    });
    await untilState(first.reference, 'delivered');
    expect(await callbackOf(second.reference, demo)).toMatchObject({ state: 'stopped', attempts: 1 });
    const [kept] = await books.rows(
      'select project, states, operator, reason from redelivery_orders order by id desc limit 1',
    );
    expect(kept).toEqual({
      project: 'demo',
      states: ['stopped'],
      operator: 'ada',
      reason: 'outage, ticket 7',
    });
    for (const [words, why] of [
      [window, /^--reason is missing/],
      [[...window, '--reason', 'x', '--states', 'none'], /^--states must be/],
      [['--from', 'yesterday', '--reason', 'x'], /^--from must be/],
      [[...window, '--to', '2026', '--reason', 'x'], /^--to must be/],
    ] as const)
      expect(await run(...words)).toEqual({ code: 2, output: expect.stringMatching(why) });
    const unknown = await run(...window, '--project', 'nobody', '--reason', 'x');
    expect(unknown).toEqual({ code: 1, output: expect.stringMatching(/has no project nobody/) });
  });
});

describe('refused', () => {
  const from = '2026-01-31T12:00:00Z';

  it.each(['', 'null', '{}', `{"from":null,"to":"${from}"}`, '{"from":" ","states":7}'])(
    '31: %s',
    async (body) => {
      expectError(await demo.postRaw(path, body), {
        status: 400,
        code: 31,
        reason: 'Required fields are missing',
        description: /^from: /,
      });
    },
  );

  it.each([
    [{ from: 'yesterday' }, /^from: /],
    [{ from: 1_769_860_800 }, /^from: /],
    [{ from: '2026-01-31' }, /^from: /],
    [{ from: [from] }, /^from: /],
    [{ from, to: '2026-02-30T00:00:00Z' }, /^to: /],
    [{ from, states: 'exhausted' }, /^states: /],
    [{ from, states: [] }, /^states: /],
    [{ from, states: ['lost'] }, /^states: /],
    [{ from, states: ['none'] }, /^states: /],
    [{ from, states: [['stopped']] }, /^states: /],
    [{ from: 'x', to: {}, states: {} }, /^from: .*to: .*states: /],
  ])('30: %j', async (body, description) => {
    expectError(await demo.post(path, body), { ...invalid, description });
  });

  it('30: what is no JSON object, and 401 without a signature', async () => {
    for (const body of ['{', '[]', '7']) expectError(await demo.postRaw(path, body), invalid);
    const unsigned = await fetch(`${urls.api}${path}`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
  });

  it('nothing is found where nothing is', async () => {
    for (const body of [
      { from: '2999-01-01T00:00:00Z' },
      { from: '2020-01-02T00:00:00Z', to: '2020-01-01T00:00:00Z', states: ['delivered'] },
      { from: '0000-01-01T00:00:00Z', to: '0000-01-01T00:00:00.000000001Z' },
    ])
      expect(await demo.post(path, body)).toMatchObject({ status: 200, body: { count: 0, next_from: null } });
  });
});
