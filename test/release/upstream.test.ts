import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer, readLinks } from '../../tools/demo/customer.js';
import { approve } from '../fakes/approve.js';
import { cardBody, cardPageBody, enteredCard, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { follow } from '../fakes/follow.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import { foundInFiles, needle } from '../witnesses/needles.js';
import {
  africaPayout,
  boliviaPayout,
  choicePayout,
  confirmations,
  knownBank,
  payouts,
  pixPayout,
} from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveAlike, proveBoth } from '../witnesses/prove-both.js';
import { proveEnd, type Ended } from '../witnesses/prove-end.js';
import { createTransfer, transferAtProvider, transferOf, transferPath } from '../fakes/transfers.js';
import { startTwoGateways, type TwoGateways } from '../stack/two-gateways.js';
import { untilDecided } from '../witnesses/until-decided.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: one gateway in front of another one is as good as one alone. Two whole stacks: the front gateway reaches the
 * second one through connector `v2`, and that one the sandbox, whose journal shows what was charged.
 */
const pan = '4242424242424242';

let gateways: TwoGateways;

beforeAll(async () => {
  gateways = await startTwoGateways({
    cascade: ['upstream_stranger', 'upstream_card_only', 'upstream'],
    both_down: ['upstream_poor', 'upstream'],
    card_only: ['upstream_stranger'],
  });
});
afterAll(() => gateways.stop());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };
type Type = 'payment' | 'payout';

const pathOf = (type: Type) => (type === 'payment' ? '/v2/payment' : payouts);
const sandboxUrl = () => gateways.upstream.stack.urls.sandbox;

async function create(type: Type, body: Body, merchant = gateways.merchant): Promise<Answer> {
  return merchant.post(pathOf(type), body);
}

describe('payments through two gateways', () => {
  const scenarios: readonly (readonly [string, () => Body, Ended])[] = [
    ['ussd', () => ussdBody(sandboxUrl(), { sandbox: 'success' }), { status: 'success' }],
    ['card', () => cardBody(pan, { sandbox: 'success' }), { status: 'success' }],
    ['at once', () => idealBody({ sandbox: 'at_once' }), { status: 'success' }],
    ['decline', () => idealBody({ sandbox: 'decline' }), { status: 'declined' }],
    ['error', () => idealBody({ sandbox: 'error' }), { status: 'error' }],
    ['expire', () => idealBody({ sandbox: 'expire' }), { status: 'expired' }],
    ['cut behind the upstream gateway', () => idealBody({ sandbox: 'reset' }), { status: 'success' }],
    ['no callback', () => cardBody(pan, { sandbox: 'no_callback' }), { status: 'success' }],
    ['refused behind it', () => idealBody({ sandbox: 'refused' }), { status: 'error' }],
  ];

  it.concurrent.each(scenarios)('%s', async (_scenario, body, ended) => {
    const sent = body();
    const { status } = await create('payment', sent);
    expect([200, 504]).toContain(status);
    await proveBoth(gateways, sent.reference, ended);
  });

  it.concurrent('a time-out upstream leaves it unknown, then success, charged once', async () => {
    const body = idealBody({ sandbox: 'timeout_success' });
    const created = create('payment', body);
    const ofPayment = 'attempts join transactions using (identifier) where reference = $1';
    const attempts = await until(
      () => gateways.books.rows(`select state, cause, detail from ${ofPayment}`, body.reference),
      ([first]) => first !== undefined && first['state'] !== 'sending',
    );
    expect(attempts).toEqual([{ state: 'unknown', cause: 'timeout', detail: 'status 504, error 121' }]);
    expect([200, 504]).toContain((await created).status);
    await proveBoth(gateways, body.reference, { status: 'success' });
  });

  it.concurrent('the outcome comes by a callback that is verified, a forged one does nothing', async () => {
    const body = idealBody();
    const created = await create('payment', body);
    const { identifier } = created.body;
    const there = await until(
      () => gateways.recordAt('payment', identifier),
      (record) => record?.['challenge'] !== undefined,
    );
    const forged = { ...there, event_id: 'evt_forged', status: 'declined', error_code: 200 };
    const answer = await fetch(`${gateways.front.stack.urls.api}/provider-callbacks/upstream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(forged),
    });
    expect(answer.status).toBe(401);
    await approve({ ...created, body: there ?? {} });
    await proveBoth(gateways, body.reference, { status: 'success' });
    await until(
      () => gateways.recordAt('payment', identifier),
      (record) => JSON.stringify(record?.['callback']).includes('"delivered"'),
    );
    const events = await gateways.books.rows(
      'select evidence from provider_events where identifier = $1',
      identifier,
    );
    expect(events).toMatchObject([{ evidence: { outcome: 'success', amount: '10.1', currency: 'EUR' } }]);
  });

  it.concurrent('the customer goes to the bank and comes back through both', async () => {
    const body = idealBody();
    const { body: answer } = await create('payment', body);
    expect(answer).toMatchObject({ status: 'created', challenge: { challenge_type: 'redirect' } });
    const { url } = (answer['challenge'] as { challenge_redirect: { url: string } }).challenge_redirect;
    const customer = createCustomer();
    const back = await customer.submit(await customer.open(url), 'approve');
    const onward = await follow(customer, back, gateways.front.stack.urls.checkout);
    await customer.reloadUntil(onward, ({ html }) =>
      readLinks(html).includes(`${sandboxUrl()}/merchant/done`),
    );
    await proveBoth(gateways, body.reference, { status: 'success' });
  });

  it.concurrent('a hosted page leads to the upstream gateway’s own', async () => {
    const body = pixBody({ sandbox: 'success' });
    const { body: answer } = await create('payment', body);
    const customer = createCustomer();
    const page = await customer.open(String(answer['redirect_url']));
    const posted = await customer.submit(page, 'pay');
    const there = await follow(customer, posted, gateways.upstream.stack.urls.checkout);
    expect(there.html).toContain('lang="pt-BR"');
    await customer.submit(there, 'pay');
    await proveBoth(gateways, body.reference, { status: 'success' });
  });

  it.concurrent('a card from our hosted page is not asked for again', async () => {
    const body = cardPageBody({ sandbox: 'success' });
    const { body: answer } = await create('payment', body);
    const customer = createCustomer();
    const page = await customer.open(String(answer['redirect_url']));
    await customer.submit(page, 'pay', enteredCard(pan));
    const { there } = await proveBoth(gateways, body.reference, { status: 'success' });
    expect(there).toMatchObject({ style: 'h2h', card: { last4: '4242' } });
  });

  it.concurrent('transfer details go all the way', async () => {
    const { reference, identifier, answer } = await createTransfer(gateways.merchant, {
      sandbox: 'success',
      sandbox_delay_ms: 2_000,
    });
    expect(answer.body).toMatchObject({ challenge: { challenge_type: 'bank_transfer_mexico' } });
    const told = await gateways.merchant.postRaw(transferPath, JSON.stringify(transferOf(reference)));
    expect(told.status).toBe(200);
    const { there } = await proveBoth(gateways, reference, { status: 'success' });
    const transfer = await until(
      () => transferAtProvider(sandboxUrl(), there?.['identifier']),
      (one) => one !== undefined,
    );
    expect(transfer).toMatchObject({ from_bank: 'BANAMEX' });
    expect(identifier).not.toBe(there?.['identifier']);
  });

  it.concurrent('a key that is not known and a method that is not taken lead to the next route', async () => {
    const merchant = createMerchant(gateways.front.stack.urls.api, 'mk_test_cascade');
    const body = idealBody({ sandbox: 'success' });
    await create('payment', body, merchant);
    const { record } = await proveBoth({ ...gateways, merchant }, body.reference, { status: 'success' });
    expect(await gateways.attemptsOf(record['identifier'])).toMatchObject([
      { mid: 'upstream_stranger', state: 'not_sent', detail: 'status 401, error 5' },
      { mid: 'upstream_card_only', state: 'declined' },
      { mid: 'upstream', state: 'final' },
    ]);
  });
});

it('an only way that is shut: an error at once, nothing charged', async () => {
  const merchant = createMerchant(gateways.front.stack.urls.api, 'mk_test_card_only');
  const body = cardBody(pan);
  const { status, body: answer } = await create('payment', body, merchant);
  const reason = 'Transaction processing error';
  expect({ status, answer }).toMatchObject({
    status: 200,
    answer: { error_code: 200, error_reason: reason },
  });
  await proveEnd({ ...gateways, merchant }, body.reference, { status: 'error', reason });
});

describe('payouts through two gateways', () => {
  const scenarios: readonly (readonly [string, () => Body, Ended])[] = [
    ['pix', () => pixPayout({ sandbox: 'success' }), { status: 'success' }],
    ['Bolivia', () => boliviaPayout(), { status: 'success' }],
    ['Africa', () => africaPayout({ sandbox: 'success' }), { status: 'success' }],
    ['decline', () => pixPayout({ sandbox: 'decline' }), { status: 'declined' }],
    ['cut behind it', () => pixPayout({ sandbox: 'reset' }), { status: 'success' }],
    [
      'bank not supported',
      () => africaPayout({ sandbox: 'unsupported_bank' }),
      { status: 'declined', code: 1050 },
    ],
  ];

  it.concurrent.each(scenarios)('%s', async (_scenario, body, ended) => {
    const sent = body();
    const { status } = await create('payout', sent);
    expect([200, 504]).toContain(status);
    const { record } = await proveBoth(gateways, sent.reference, { type: 'payout', ...ended });
    const money = `${String(record['amount'])} ${String(record['currency'])}`;
    const end = ended.status === 'success' ? 'settle' : 'release';
    expect(await entriesOf(gateways.books, record['identifier'])).toEqual([
      `reserve ${money}`,
      `${end} ${money}`,
    ]);
  });

  it.concurrent(
    'the banks that are offered are the upstream gateway’s, and the chosen one is paid',
    async () => {
      const body = choicePayout({ sandbox: 'success' });
      const { body: answer } = await create('payout', body);
      const { challenge_type, challenge_bank_code: banks } = answer['challenge'] as Readonly<
        Record<string, unknown>
      >;
      expect(challenge_type).toBe('bank_code');
      const there = createMerchant(gateways.upstream.stack.urls.api);
      expect(banks).toEqual((await there.get('/v2/bank/africa?country_code=NG')).body);
      const { reference } = body;
      const confirmed = await gateways.merchant.post(confirmations, { reference, bank_code: knownBank });
      expect(confirmed.status).toBe(200);
      await proveBoth(gateways, reference, { type: 'payout', status: 'success' });
    },
  );

  it.concurrent('an account without funds upstream leads to the next route', async () => {
    const merchant = createMerchant(gateways.front.stack.urls.api, 'mk_test_both_down');
    const body = pixPayout({ sandbox: 'success' }, { amount: 150 });
    await create('payout', body, merchant);
    const { record } = await proveBoth({ ...gateways, merchant }, body.reference, {
      type: 'payout',
      status: 'success',
    });
    expect(await gateways.attemptsOf(record['identifier'])).toMatchObject([
      { mid: 'upstream_poor', state: 'not_sent', detail: 'status 400, error 1' },
      { mid: 'upstream', state: 'final' },
    ]);
  });
});

describe('the upstream gateway is killed while it is asked', () => {
  const paymentsAtOnce = 8;
  const payoutsAtOnce = 4;
  /** Number of transactions begun upstream when it is killed. */
  const begunMin = 4;

  it('nothing is charged twice, and both gateways end alike', async () => {
    const meta = { sandbox: 'success', sandbox_delay_ms: 500 };
    const payments = Array.from({ length: paymentsAtOnce }, () => idealBody(meta));
    const outgoing = Array.from({ length: payoutsAtOnce }, () => pixPayout(meta));
    const { api, worker } = gateways.upstream.stack.apps;
    const before = await attemptsUpstream();
    const sent = Promise.all([
      ...payments.map((body) => create('payment', body)),
      ...outgoing.map((body) => create('payout', body)),
    ]);
    await until(attemptsUpstream, (attempts) => attempts >= before + begunMin);
    await Promise.all([api.kill(), worker.kill()]);
    const answers = await sent;
    for (const { status } of answers) expect([200, 504]).toContain(status);
    await Promise.all([api.start(), worker.start()]);

    await Promise.all(payments.map(({ reference }) => proveAlike(gateways, reference, 'payment')));
    const decided = await Promise.all(outgoing.map(({ reference }) => untilDecided(gateways, reference)));
    const ended = decided.filter(({ isFinal }) => isFinal);
    await Promise.all(ended.map(({ reference }) => proveAlike(gateways, reference, 'payout')));
    const open = decided.filter((one) => !ended.includes(one));
    const credits = await Promise.all(open.map(({ identifier }) => gateways.witness.charges(identifier)));
    expect(credits.flat()).toEqual([]);
  });

  const attemptsUpstream = () =>
    gateways.upstream.books.rows('select from attempts').then((rows) => rows.length);
});

it('the card number is in no log of either', async () => {
  const needles = [needle('card number', pan)];
  for (const { stack } of [gateways.front, gateways.upstream]) {
    const { hits, files } = await foundInFiles(needles, `${stack.environment['GATEWAY_DATA']}/logs`);
    expect(hits).toEqual([]);
    expect(files).toBeGreaterThan(0);
  }
});
