import { expect, it } from 'vitest';
import { openTrial, trial } from '../fakes/stripe-stand-in-shop.js';
import type { Wrong } from '../fakes/stripe-stand-in.js';
import type { Told } from '../fakes/stripe-answers.js';

/** Goal: each point is red where Stripe is not as we believe. Method: an answer of the stand-in is changed, and one point asked. */
const { prove } = openTrial();

type Body = Told['body'];
type Row = readonly [point: string, saw: string, wrong: Wrong];

/** Other fields in answers to requests whose line ends like this. */
function at(lineEnd: string, change: (body: Body) => object): Wrong {
  return ({ method, path }, told) =>
    `${method} ${path}`.endsWith(lineEnd) ? { ...told, body: { ...told.body, ...change(told.body) } } : told;
}

/** Another answer to them; only instead of this status, if one is named. */
function instead({ lineEnd, of }: { lineEnd: string; of?: number }, answer: Told): Wrong {
  return ({ method, path }, told) =>
    `${method} ${path}`.endsWith(lineEnd) && told.status === (of ?? told.status) ? answer : told;
}

/** Other fields of an intent or a page, wherever it is shown; only by a look-up, if so. */
function shown(change: (body: Body) => object, how: 'anywhere' | 'by a look-up' = 'anywhere'): Wrong {
  const one =
    /^(?:GET|POST) \/v1\/(?:payment_intents|checkout\/sessions)\/\w+(?:\/(?:confirm|cancel|expire))?$/;
  return ({ method, path }, told) =>
    one.test(`${method} ${path}`) && (how === 'anywhere' || method === 'GET')
      ? { ...told, body: { ...told.body, ...change(told.body) } }
      : told;
}

const refused = (status: number, code?: string): Told => ({
  status,
  body: { error: { type: 'invalid_request_error', ...(code !== undefined && { code }) } },
});
const rows = (body: Body) => body.data as readonly Body[];
const none = () => ({ data: [] });
const twice = (body: Body) => ({ data: [...rows(body), ...rows(body)] });
const nextAction = (type: string, details: object): Wrong =>
  shown(({ status }) => (status === 'requires_action' ? { next_action: { type, [type]: details } } : {}));

const account: readonly Row[] = [
  ['another key', 'notSent: status 404', instead({ lineEnd: '/sessions' }, refused(404))],
  [
    'the account says',
    'card inactive',
    at('/v1/account', () => ({ capabilities: { card_payments: 'inactive' } })),
  ],
  ['Stripe’s clock', '90', shown(({ created }) => ({ created: Number(created) - 900 }))],
  [
    'the account’s endpoints',
    '2020-08-27',
    at('_endpoints', (body) => ({ data: rows(body).map((one) => ({ ...one, api_version: '2020-08-27' })) })),
  ],
  ['the statement has', 'payment missing', at('GET /v1/balance_transactions', none)],
  ['the search', 'not found after', at('/search', none)],
  ['what is refused with 429', '50 in the list of 25', at('GET /v1/payment_intents', twice)],
];

const cards: readonly Row[] = [
  [
    'raw cards',
    'declined declined',
    instead({ lineEnd: '/v1/payment_methods' }, { status: 402, body: { error: { type: 'card_error' } } }),
  ],
  ['3-D Secure', 'accepted use_stripe_sdk', nextAction('use_stripe_sdk', {})],
  ['3-D Secure', 'accepted redirect', nextAction('redirect_to_url', { url: 'https://x.example/' })],
  ['a preparation', 'the same, noAnswer', shown(() => ({ metadata: {} }))],
  [
    'an idempotency key',
    '200, then 200',
    instead({ lineEnd: 'POST /v1/payment_intents', of: 400 }, { status: 200, body: {} }),
  ],
  ['a cancel closes', 'notFound, 200', instead({ lineEnd: '/confirm' }, { status: 200, body: {} })],
  [
    'what is paid',
    'final success, 200',
    instead({ lineEnd: '/confirm', of: 400 }, { status: 200, body: {} }),
  ],
  ['two confirmations at once, with one key', '2 charges', at('/v1/charges', twice)],
  [
    'two confirmations at once, with a key each',
    'notSent',
    instead({ lineEnd: '/confirm', of: 400 }, refused(404, 'resource_missing')),
  ],
  [
    'a cancel and a confirmation',
    'charges',
    at('/v1/charges', () => ({ data: [{}, {}].map(() => ({ status: 'succeeded' })) })),
  ],
  ['a decline', '402: unknown', instead({ lineEnd: '/confirm', of: 402 }, { status: 402, body: {} })],
  ['an intent that it does not have', 'noAnswer, unknown', instead({ lineEnd: '/confirm' }, refused(404))],
  [
    'what a cancel says',
    'cancelled, of processing',
    shown(({ status }) => (status === 'canceled' ? { status: 'processing' } : {}), 'by a look-up'),
  ],
];

const pages: readonly Row[] = [
  ['a page of card', 'notSent without an address', shown(() => ({ url: null }))],
  [
    'a page of mbway',
    'not prepared: status 400',
    instead({ lineEnd: 'POST /v1/checkout/sessions' }, refused(400)),
  ],
  ['a page of payid', 'notSent without an address', shown(() => ({ status: 'expired' }))],
  ['a page has no payment', 'a payment', shown(() => ({ payment_intent: 'pi_1' }))],
  ['a page can be closed', 'then expired with an address', shown(() => ({ url: 'https://x.example/' }))],
  ['a page can be closed', 'then open', shown(() => ({ status: 'open' }), 'by a look-up')],
  ['the event of a closed page', 'no event', at('/v1/events', none)],
  [
    'the event of a closed page',
    'unrelated',
    at('/v1/events', (body) => ({ data: rows(body).map((one) => ({ ...one, type: 'checkout.other' })) })),
  ],
];

const stillAsked = { status: 'requires_action', last_payment_error: null };
const methods: readonly Row[] = [
  ['ideal tells', 'accepted ideal_authorize', nextAction('ideal_authorize', {})],
  ['multibanco tells', 'accepted multibanco_display_details', nextAction('multibanco_display_details', {})],
  ['pix tells', 'accepted pix_display_qr_code', nextAction('pix_display_qr_code', {})],
  ['cash_mexico tells', 'of 1.00', shown(() => ({ amount: 100 }))],
  [
    'bank_transfer_mexico tells',
    'accepted display_bank',
    nextAction('display_bank_transfer_instructions', {}),
  ],
  ['multibanco that is paid', 'still open', shown(() => stillAsked)],
  ['multibanco that is not paid in time', 'still open', shown(() => stillAsked)],
  ['pix that is paid', 'still open', shown(() => stillAsked)],
  ['cash_mexico that is paid', 'still open', shown(() => stillAsked)],
  [
    'pix that is not paid in time',
    'declined',
    shown((body) => (body.last_payment_error ? { last_payment_error: { code: 'card_declined' } } : {})),
  ],
  ['cash_mexico that is not paid in time', 'still open', shown(() => stillAsked)],
  [
    'vouchers and references',
    'success, 0 charges; success, 0 charges',
    shown(
      ({ status }) => (status === 'canceled' ? { status: 'succeeded', amount_received: 10_000 } : {}),
      'by a look-up',
    ),
  ],
  ['a bank transfer that', 'not funded: 400', instead({ lineEnd: '/fund_cash_balance' }, refused(400))],
  [
    'a bank transfer that',
    'cancelled of 100.00 MXN, canceled',
    shown(({ next_action: next }) =>
      next ? { next_action: { type: 'display_bank_transfer_instructions' } } : {},
    ),
  ],
  ['a part that was paid', '0 in the balance', at('/cash_balance', () => ({ available: {} }))],
  ['a part that was paid', 'refund 400', instead({ lineEnd: '/v1/refunds' }, refused(400))],
];

/** An account that gets another part of what is paid in a currency. */
const books = (currency: string, times: number): Wrong =>
  shown(({ currency: own, latest_charge: charge }) => {
    const booked = (charge as { balance_transaction: { amount: number } } | null)?.balance_transaction;
    return own === currency && booked
      ? { latest_charge: { balance_transaction: { amount: booked.amount * times } } }
      : {};
  });

const amounts: readonly Row[] = [
  ['MGA is counted', '0.010 times as much', books('mga', 0.01)],
  ['ISK is counted', '99.400 times as much', books('isk', 100)],
  ['KWD is counted', '9.300 times as much', books('kwd', 10)],
  [
    'an amount of three decimals',
    '200, then 200',
    instead({ lineEnd: '/v1/payment_intents', of: 400 }, { status: 200, body: {} }),
  ],
  ['UGX', 'times as much', books('ugx', 100)],
];

const moneyBack: readonly Row[] = [
  [
    'refunds of a part',
    'final success, notSent, final success, notSent',
    instead({ lineEnd: '/v1/refunds', of: 400 }, refused(400, 'parameter_invalid_integer')),
  ],
  ['a refund is in the list', 'notFound, notFound', at('GET /v1/refunds', none)],
  ['a refund that is made in', 'nothing', at('GET /v1/refunds', none)],
  ['a refund that waits', 'success', at('POST /v1/refunds', () => ({ status: 'succeeded' }))],
  [
    'a refund that fails',
    'nothing else',
    at('GET /v1/refunds', (body) => ({ data: rows(body).map((one) => ({ ...one, status: 'succeeded' })) })),
  ],
  ['a dispute', 'nothing', at('GET /v1/disputes', none)],
  [
    'a dispute',
    'inquiry, then',
    at('GET /v1/disputes', (body) => ({
      data: rows(body).map((one) => ({ ...one, status: 'warning_under_review' })),
    })),
  ],
  ['an early warning', 'nothing', at('/early_fraud_warnings', none)],
  [
    'the event of a paid',
    'unrelated',
    at('/v1/events', (body) => ({
      data: rows(body).map((one) => ({ ...one, type: 'payment_intent.created' })),
    })),
  ],
];

const nowhere = { provider: 'stripe', mid: 'certify', baseUrl: '', credentials: {} };
const wrongs = [...account, ...cards, ...pages, ...methods, ...amounts, ...moneyBack];

it.each(wrongs)('%s: %s', async (point, saw, wrong) => {
  const red = { holds: false, saw: expect.stringContaining(saw) };
  expect(await prove([point], wrong)).toMatchObject([red]);
});

it('is shown of each point', () => {
  const names = trial.assumptionsOf(nowhere).filter(({ believed }) => believed !== undefined);
  const isShown = (name: string) => wrongs.some(([point]) => name.startsWith(point));
  // The last one is shown below.
  expect(names.map(({ name }) => name).filter((name) => !isShown(name))).toEqual([
    'nothing that this has made is left open',
  ]);
});

it('what cannot be closed is told', async () => {
  const wrong = shown(() => ({ status: 'open' }));
  const [, left] = await prove(['a page has no payment', 'nothing that this has made'], wrong);
  expect(left).toMatchObject({ holds: false, saw: '1 open' });
});

it('a method that the account does not have is not tried', async () => {
  const inactive = { capabilities: { multibanco_payments: 'inactive' } };
  const wrong: Wrong = (asked, told) => {
    if (asked.path === '/v1/account') return { status: 200, body: inactive };
    const isOfMethod = asked.form.get('payment_method_types[0]') === 'multibanco';
    return isOfMethod ? refused(400, 'payment_method_unactivated') : told;
  };
  const notTried =
    'the account does not have multibanco: inactive; not prepared: status 400, payment_method_unactivated';
  expect(await prove(['multibanco tells'], wrong)).toMatchObject([{ notTried }]);
});
