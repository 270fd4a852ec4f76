import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readForm, readLinks, type Customer, type Page } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, withoutCard } from '../fakes/bodies.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: a customer whose card was declined pays with another one on the same page (contract §9, `page.retries`), as often as the
 * project allows, and is charged once or not at all.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_retry');
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);
const observers = { merchant, witness, books };

afterAll(() => books.close());

type Meta = Parameters<typeof cardPageBody>[0];
type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

const goodCard = '4242424242424242';
const softlyDeclined = '4000000000009995';
const declinedLate = '4000000000009987';
const hardDeclined = '4000000000000002';
const declinedSentence = 'Your bank declined this card. Try another card.';
const cancelled = {
  status: 'declined',
  code: 121,
  description: 'Payment transaction was cancelled',
} as const;

type Opened = {
  readonly body: Body;
  readonly identifier: string;
  readonly customer: Customer;
  readonly page: Page;
};

async function openForm(body: Body = cardPageBody(), by: Merchant = merchant): Promise<Opened> {
  const { status, body: created } = await by.post('/v2/payment', body);
  expect([status, created['error_code']]).toEqual([200, 0]);
  const customer = createCustomer();
  const page = await customer.open(formUrlOf(created));
  return { body, identifier: String(created['identifier']), customer, page };
}

function formUrlOf(answer: Readonly<Record<string, unknown>>): string {
  const challenge = answer['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(answer['redirect_url']);
}

const asksAgain = ({ html }: Page) => html.includes(declinedSentence);
const waysToProvider = ({ html }: Page) => readLinks(html).filter((link) => link.startsWith(urls.sandbox));

/** Posts a card, and waits until the page asks for another one. */
async function decline({ customer, page }: Opened, pan: string, from: Page = page): Promise<Page> {
  const posted = await customer.submit(from, 'pay', enteredCard(pan));
  return customer.reloadUntil({ ...posted, url: page.url }, asksAgain);
}

const attemptsOf = (identifier: string) =>
  books.rows('select n, mid, state, cause from attempts where identifier = $1 order by n', identifier);
const orderOf = ({ reference }: { readonly reference: string }) => reference;
const recordOf = async ({ reference }: Body) => (await merchant.get(`/v2/payment/${reference}`)).body;
const vaultOf = (identifier: string) =>
  books.rows('select from card_vault where identifier = $1', identifier);

describe.concurrent.each<readonly [string, (meta?: Meta) => Body]>([
  ['HPP', (meta) => cardPageBody(meta)],
  ['H2H', (meta) => withoutCard(cardBody('', meta))],
])('%s: a declined card on the hosted page', (style, newBody) => {
  it('is followed by another one, which pays: one payment, one charge, one event', async () => {
    const opened = await openForm(newBody());
    const { body, identifier, customer } = opened;
    const again = await decline(opened, softlyDeclined);
    expect(again.httpStatus).toBe(200);
    expect(readForm(again.html)?.fields).toMatchObject({ pan: '', tries: '1' });
    expect(again.html).not.toContain(softlyDeclined.slice(0, 6));
    expect(await vaultOf(identifier)).toEqual([]);
    const open = await recordOf(body);
    expect(open).toMatchObject({ status: 'pending', finished_date: null });
    expect(formUrlOf(open)).toBe(opened.page.url);
    expect(open['callback']).toMatchObject({ state: 'none' });

    const posted = await customer.submit(again, 'pay', enteredCard(goodCard));
    await customer.submit(await customer.open(String(waysToProvider(posted)[0])), 'approve');
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(record['card']).toMatchObject({ last4: '4242' });
    expect(await attemptsOf(identifier)).toEqual([
      { n: 1, mid: 'main', state: 'declined', cause: 'retry' },
      { n: 2, mid: 'main', state: 'final', cause: null },
    ]);
    expect((await witness.charges(identifier)).map(({ status }) => status)).toEqual(['declined', 'success']);
    expect((await witness.charges(identifier)).map(orderOf)).toEqual([`${identifier}-1`, `${identifier}-2`]);
    expect(await vaultOf(identifier)).toEqual([]);
    const shown =
      style === 'HPP'
        ? ['new', 'pending', 'created', 'success']
        : ['pending', 'created', 'pending', 'success'];
    expect((record['history'] as readonly { status: string }[]).map(({ status }) => status)).toEqual(shown);
  });

  it('ends it with the third: one decline, one event', async () => {
    const opened = await openForm(newBody());
    const second = await decline(opened, softlyDeclined);
    const third = await decline(opened, softlyDeclined, second);
    expect(readForm(third.html)?.fields).toMatchObject({ tries: '2' });
    await opened.customer.submit(third, 'pay', enteredCard(softlyDeclined));
    await proveEnd(observers, opened.body.reference, { status: 'declined' });
    expect((await attemptsOf(opened.identifier)).map(({ state }) => state)).toEqual([
      'declined',
      'declined',
      'declined',
    ]);
    expect(await witness.callbacks(opened.body.reference)).toHaveLength(1);
    const ended = await opened.customer.open(opened.page.url);
    expect(readForm(ended.html)).toBeUndefined();
  });

  it('after 3-D Secure, by the bank or the customer, is followed by another one as well', async () => {
    const opened = await openForm(newBody());
    const { body, identifier, customer, page } = opened;
    const late = await decline(opened, declinedLate);
    const posted = await customer.submit(late, 'pay', enteredCard(goodCard));
    await customer.submit(await customer.open(String(waysToProvider(posted)[0])), 'decline');
    const again = await customer.reloadUntil({ ...posted, url: page.url }, asksAgain);
    expect(waysToProvider(again)).toEqual([]);
    const { status, challenge } = await recordOf(body);
    expect([status, challenge !== undefined]).toEqual(['pending', style === 'H2H']);
    const last = await customer.submit(again, 'pay', enteredCard('5555555555554444'));
    await customer.submit(await customer.open(String(waysToProvider(last)[0])), 'approve');
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(record['card']).toMatchObject({ last4: '4444' });
    expect(await attemptsOf(identifier)).toHaveLength(3);
    // `created` happens once (contract §9).
    const history = record['history'] as readonly { status: string }[];
    expect(history.filter((change) => change.status === 'created')).toHaveLength(1);
  });
});

describe.concurrent('no further card is taken', () => {
  it('where the project does not allow it, as by default', async () => {
    const demo = createMerchant(urls.api);
    const opened = await openForm(cardPageBody(), demo);
    await opened.customer.submit(opened.page, 'pay', enteredCard(softlyDeclined));
    await proveEnd({ ...observers, merchant: demo }, opened.body.reference, { status: 'declined' });
  });

  it('after a hard decline, also of a further card', async () => {
    const first = await openForm();
    await first.customer.submit(first.page, 'pay', enteredCard(hardDeclined));
    await proveEnd(observers, first.body.reference, { status: 'declined' });
    const second = await openForm();
    await second.customer.submit(await decline(second, softlyDeclined), 'pay', enteredCard(hardDeclined));
    await proveEnd(observers, second.body.reference, { status: 'declined' });
    expect(await attemptsOf(second.identifier)).toHaveLength(2);
  });

  it('after a blocked one (451), of which nothing is sent', async () => {
    const opened = await openForm();
    const again = await decline(opened, softlyDeclined);
    await opened.customer.submit(again, 'pay', enteredCard('4000000000000507'));
    await proveEnd(observers, opened.body.reference, { status: 'declined', code: 451 });
    expect((await attemptsOf(opened.identifier)).map(({ state }) => state)).toEqual(['declined', 'not_sent']);
    expect(await witness.charges(opened.identifier)).toHaveLength(1);
  });

  it('while the outcome of the one before is unknown, not even from another tab', async () => {
    const opened = await openForm(cardPageBody({ sandbox: 'http_500', sandbox_delay_ms: 4_000 }));
    const { body, identifier, customer, page } = opened;
    await customer.submit(page, 'pay', enteredCard(goodCard));
    expect(readForm((await customer.open(page.url)).html)).toBeUndefined();
    const other = await customer.submit(page, 'pay', enteredCard('5555555555554444'));
    expect(asksAgain(other)).toBe(false);
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(record['card']).toMatchObject({ last4: '4242' });
    expect(await attemptsOf(identifier)).toHaveLength(1);
  });

  it('once it is cancelled after a decline, by the customer or the merchant', async () => {
    const opened = await openForm();
    const again = await decline(opened, softlyDeclined);
    await opened.customer.submit(again, 'cancel');
    const record = await proveEnd(observers, opened.body.reference, cancelled);
    expect((record['history'] as readonly object[]).at(-1)).toMatchObject({ source: 'customer' });
    const other = await openForm();
    await decline(other, softlyDeclined);
    const { status } = await merchant.post(`/v2/payment/${other.body.reference}/cancel`, {});
    expect(status).toBe(200);
    await proveEnd(observers, other.body.reference, cancelled);
  });

  it('once its window is over: it has expired', async () => {
    const hurried = createMerchant(urls.api, 'mk_test_window_retry');
    const opened = await openForm(cardPageBody(), hurried);
    const again = await decline(opened, softlyDeclined);
    await proveEnd({ ...observers, merchant: hurried }, opened.body.reference, { status: 'expired' });
    await opened.customer.submit(again, 'pay', enteredCard(goodCard));
    expect(await attemptsOf(opened.identifier)).toHaveLength(1);
  });
});

describe.concurrent('a form', () => {
  it('is taken once for each decline: a double click, or two tabs at once, are one attempt', async () => {
    const opened = await openForm();
    const { identifier, customer, page } = opened;
    await Promise.all(
      Array.from({ length: 5 }, () => customer.submit(page, 'pay', enteredCard(softlyDeclined))),
    );
    const again = await customer.reloadUntil(page, asksAgain);
    expect(await attemptsOf(identifier)).toHaveLength(1);
    const pans = [softlyDeclined, '5555555555554444', softlyDeclined, '5555555555554444'];
    await Promise.all(pans.map((pan) => customer.submit(again, 'pay', enteredCard(pan))));
    await until(
      () => attemptsOf(identifier),
      (attempts) => attempts.length === 2 && attempts[1]?.['state'] !== 'sending',
    );
    expect(await attemptsOf(identifier)).toHaveLength(2);
    await customer.submit(await customer.open(page.url), 'cancel').catch(() => undefined);
  });

  it('from before the decline changes nothing, says so, and shows the form again', async () => {
    const opened = await openForm();
    const { body, identifier, customer, page } = opened;
    await decline(opened, softlyDeclined);
    const stale = await customer.submit(page, 'pay', enteredCard(goodCard));
    expect([stale.httpStatus, readForm(stale.html)?.fields['tries']]).toEqual([200, '1']);
    expect(stale.html).toContain('Nothing was done with this card');
    expect(await attemptsOf(identifier)).toHaveLength(1);
    // A form from before may still cancel.
    await customer.submit(page, 'cancel');
    await proveEnd(observers, body.reference, cancelled);
  });

  it('with a mistake is none of the tries', async () => {
    const opened = await openForm();
    const again = await decline(opened, softlyDeclined);
    const faulty = await opened.customer.submit(again, 'pay', enteredCard('4242424242424241'));
    expect(faulty.html).toContain('id="pan-problem"');
    expect(readForm(faulty.html)?.fields).toMatchObject({ tries: '1' });
    expect((await recordOf(opened.body))['status']).toBe('pending');
    await opened.customer.submit(faulty, 'cancel');
    await proveEnd(observers, opened.body.reference, cancelled);
  });
});

describe.concurrent('a callback about a declined card', () => {
  const tell = (order: string, changes: object) =>
    notify(urls.api, JSON.stringify(notification(order, { value: '25', instrument: 'CARD', ...changes })));
  const paid = { captured_value: '25' };
  const reviewsOf = (identifier: string) =>
    books.rows('select cause from reviews where identifier = $1', identifier);

  it('that it was paid ends the payment before another one is taken, and is reviewed', async () => {
    const opened = await openForm();
    await decline(opened, softlyDeclined);
    expect(await tell(`${opened.identifier}-1`, paid)).toBe(200);
    expect(await merchant.untilFinal(opened.body.reference)).toMatchObject({
      status: 'declined',
      error_code: 200,
    });
    expect(await reviewsOf(opened.identifier)).toEqual([{ cause: 'attempt was over' }]);
    expect(readForm((await opened.customer.open(opened.page.url)).html)).toBeUndefined();
    expect(await witness.untilCallbacks(opened.body.reference)).toHaveLength(1);
  });

  it('that comes while the next one is under way changes nothing, and a late success is reviewed', async () => {
    const opened = await openForm();
    const { body, identifier, customer } = opened;
    const again = await decline(opened, softlyDeclined);
    const posted = await customer.submit(again, 'pay', enteredCard(goodCard));
    const order = `${identifier}-1`;
    expect(await tell(order, { state: 'REFUSED', reason: 'TEST', retry_elsewhere: true })).toBe(200);
    expect(await tell(order, paid)).toBe(200);
    await until(
      () => reviewsOf(identifier),
      (reviews) => reviews.length > 0,
    );
    expect(await reviewsOf(identifier)).toEqual([{ cause: 'other attempt' }]);
    await customer.submit(await customer.open(String(waysToProvider(posted)[0])), 'approve');
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  });
});

describe('the card-testing guard', () => {
  it('counts each declined card when it is declined, and stops the next one', async () => {
    const guarded = createMerchant(urls.api, 'mk_test_guard_retry');
    const person = {
      identifier: `c-${randomUUID()}`,
      ip: `198.18.${randomInt(256)}.${randomInt(256)}`,
    };
    const body = cardPageBody();
    const opened = await openForm(
      { ...body, customer: { ...(body['customer'] as object), ...person } },
      guarded,
    );
    const { identifier } = opened;
    const underWay = () => books.rows('select from cards_under_way where identifier = $1', identifier);
    const second = await decline(opened, softlyDeclined);
    expect(await underWay()).toEqual([]);
    const third = await decline(opened, softlyDeclined, second);
    // The payment is open, and its customer is blocked.
    await opened.customer.submit(third, 'pay', enteredCard(goodCard));
    await proveEnd({ ...observers, merchant: guarded }, body.reference, { status: 'declined', code: 451 });
    expect((await attemptsOf(identifier)).map(({ state }) => state)).toEqual([
      'declined',
      'declined',
      'not_sent',
    ]);
    const [row] = await books.rows(
      `select count(*)::int as count from declined_cards where project = 'guard_retry'`,
    );
    expect(row).toEqual({ count: 0 });
  });
});
