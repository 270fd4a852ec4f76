import { describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { boliviaPayout, choicePayout, pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: `POST /v2/routing/explain` says of a body what its create call would come to, and registers nothing (contract
 * §7). Method: the keys of contract §12; the refusals are held against those of the create call itself.
 */
const { api, sandbox } = sharedStack.urls;
const target = '/v2/routing/explain';
const explain = (key: string, body: object) => createMerchant(api, `mk_test_${key}`).post(target, body);
const visa = '4242424242424242';

describe('accepted', () => {
  it('names the routes in the order in which they are tried, and registers nothing', async () => {
    const body = idealBody();
    const answer = await explain('cascade', body);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      direction: 'payment',
      method: 'ideal',
      currency: 'EUR',
      amount: '10.1',
      decision: 'accepted',
      candidates: [
        {
          route: 'closed',
          provider: 'sandbox_closed',
          mid: 'closed',
          taken: true,
          position: 1,
          reason: 'Tried first',
        },
        {
          route: 'main',
          provider: 'sandbox',
          mid: 'main',
          taken: true,
          position: 2,
          reason: 'Tried if the routes before it did not accept the transaction',
        },
      ],
      timestamp: expect.any(String),
    });
    const merchant = createMerchant(api, 'mk_test_cascade');
    expect((await merchant.get(`/v2/payment/${body.reference}`)).status).toBe(404);
  });

  it.each([
    ['a hosted page', pixBody(), 'payment', 'pix'],
    ['a payout of the same method', pixPayout(), 'payout', 'pix'],
    ['a payout', boliviaPayout(), 'payout', 'bank_transfer_bolivia'],
  ])('%s', async (_name, body, direction, method) => {
    expect((await explain('demo', body)).body).toMatchObject({
      direction,
      method,
      decision: 'accepted',
      candidates: [{ mid: 'main', taken: true, position: 1 }],
    });
  });

  it('asks neither books nor references', async () => {
    const body = { ...pixPayout(), amount: 100_000 };
    expect((await explain('poor', body)).body).toMatchObject({ decision: 'accepted' });
    expect((await explain('poor', body)).body).toMatchObject({ decision: 'accepted' });
  });
});

describe('refused as the create call refuses it', () => {
  const { callback_url: _callback, ...ideal } = idealBody();
  const urls = {
    redirect_url: 'https://shop.example.com/done',
    cancel_url: 'https://shop.example.com/cancelled',
    error_url: 'https://shop.example.com/failed',
    callback_url: `${sandbox}/merchant/callbacks`,
  };
  type Refused = readonly [key: string, body: object, direction: 'payment' | 'payout'];
  const cases: readonly Refused[] = [
    ['project_off', ideal, 'payment'],
    ['project_off', pixPayout(), 'payout'],
    ['card_only', ideal, 'payment'],
    ['payin_only', pixPayout(), 'payout'],
    ['mid_off', ideal, 'payment'],
    ['mid_off', pixPayout(), 'payout'],
    ['provider_off', ideal, 'payment'],
    ['no_route', ideal, 'payment'],
    ['meta', ideal, 'payment'],
    ['no_route', pixPayout(), 'payout'],
    ['limits', { ...ideal, amount: 9.99 }, 'payment'],
    ['limits', { ...cardBody(visa), amount: 501 }, 'payment'],
    ['strict', { ...ideal, ...urls }, 'payment'],
    ['challenge_none', choicePayout(), 'payout'],
    ['challenge_twice', choicePayout(), 'payout'],
    ['challenge_unsupported', choicePayout(), 'payout'],
    ['fx', { ...cardBody(visa), currency: 'MXN' }, 'payment'],
  ];

  it.each(cases.map(([key, body, direction]) => [key, direction, body] as const))(
    '%s: a %s',
    async (key, direction, body) => {
      const created = await createMerchant(api, `mk_test_${key}`).post(`/v2/${direction}`, body);
      const explained = await explain(key, body);
      expect(explained.status).toBe(200);
      const { error_code, error_reason, description } = created.body;
      expect(explained.body).toMatchObject({
        direction,
        decision: 'refused',
        error_code,
        error_reason,
        description,
      });
    },
  );

  it('with the reason at the route', async () => {
    expect((await explain('mid_off', pixPayout())).body['candidates']).toEqual([
      {
        route: 'disabled',
        provider: 'sandbox',
        mid: 'disabled',
        taken: false,
        reason: 'Invalid MID',
        error_code: 32,
        description: 'Mid is disabled',
      },
    ]);
  });
});

describe('a body that no create call takes', () => {
  const missing = { status: 400, code: 31, reason: 'Required fields are missing' };

  it.each([
    ['an empty body', {}, missing],
    ['no URL and no default', idealBody(), missing],
    [
      'a malformed amount',
      idealBody({}, { amount: 'x' }),
      { status: 400, code: 30, reason: 'Invalid params' },
    ],
    [
      'an unknown method',
      idealBody({}, { method: 'no_such' }),
      { status: 400, code: 1054, reason: 'Invalid method' },
    ],
    [
      'another currency',
      idealBody({}, { currency: 'USD' }),
      { status: 400, code: 1051, reason: "Bank doesn't support currency" },
    ],
  ])('%s', async (_name, body, refused) => {
    const { reference } = { reference: undefined, ...body };
    expectError(await explain('strict', body), { ...refused, ...(reference && { reference }) });
  });

  it('is asked for with POST only', async () => {
    const answer = await createMerchant(api).get(target);
    expectError(answer, { status: 405, code: 30, reason: 'Invalid params' });
    expect(answer.headers['allow']).toBe('POST');
  });
});
