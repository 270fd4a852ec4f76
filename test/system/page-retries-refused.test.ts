import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { readForm } from '../../tools/demo/customer.js';
import { cardPageBody, enteredCard } from '../fakes/bodies.js';
import {
  actAtProvider,
  asksAgain,
  decline,
  goodCard,
  hardDeclined,
  openForm,
  softlyDeclined,
} from '../fakes/declined-cards.js';
import { createMerchant } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: no further card is taken (contract §9, `page.retries`) where one may be charged beside another, or cards are tried out: after
 * a hard decline, a block, an unknown outcome, a late success, a cancel, the end of the time, and by the card-testing guard.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_retry');
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);
const observers = { merchant, witness, books };

afterAll(() => books.close());

const cancelled = {
  status: 'declined',
  code: 121,
  description: 'Payment transaction was cancelled',
} as const;
const attemptsOf = (identifier: string) =>
  books.rows('select n, state from attempts where identifier = $1 order by n', identifier);

describe.concurrent('no further card is taken', () => {
  it('where the project does not allow it, as by default', async () => {
    const demo = createMerchant(urls.api);
    const opened = await openForm(demo);
    await opened.customer.submit(opened.page, 'pay', enteredCard(softlyDeclined));
    await proveEnd({ ...observers, merchant: demo }, opened.body.reference, { status: 'declined' });
  });

  it('after a hard decline, also of a further card', async () => {
    const first = await openForm(merchant);
    await first.customer.submit(first.page, 'pay', enteredCard(hardDeclined));
    await proveEnd(observers, first.body.reference, { status: 'declined' });
    const second = await openForm(merchant);
    await second.customer.submit(await decline(second, softlyDeclined), 'pay', enteredCard(hardDeclined));
    await proveEnd(observers, second.body.reference, { status: 'declined' });
    expect(await attemptsOf(second.identifier)).toHaveLength(2);
  });

  it('after a blocked one (451), of which nothing is sent', async () => {
    const opened = await openForm(merchant);
    const again = await decline(opened, softlyDeclined);
    await opened.customer.submit(again, 'pay', enteredCard('4000000000000507'));
    await proveEnd(observers, opened.body.reference, { status: 'declined', code: 451 });
    expect((await attemptsOf(opened.identifier)).map(({ state }) => state)).toEqual(['declined', 'not_sent']);
    expect(await witness.charges(opened.identifier)).toHaveLength(1);
  });

  it('while the outcome of the one before is unknown, not even from another tab', async () => {
    const opened = await openForm(merchant, cardPageBody({ sandbox: 'http_500', sandbox_delay_ms: 4_000 }));
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
    const opened = await openForm(merchant);
    const again = await decline(opened, softlyDeclined);
    await opened.customer.submit(again, 'cancel');
    const record = await proveEnd(observers, opened.body.reference, cancelled);
    expect((record['history'] as readonly object[]).at(-1)).toMatchObject({ source: 'customer' });
    const other = await openForm(merchant);
    await decline(other, softlyDeclined);
    const { status } = await merchant.post(`/v2/payment/${other.body.reference}/cancel`, {});
    expect(status).toBe(200);
    await proveEnd(observers, other.body.reference, cancelled);
  });

  it('once its window is over: it has expired', async () => {
    const hurried = createMerchant(urls.api, 'mk_test_window_retry');
    const opened = await openForm(hurried);
    const again = await decline(opened, softlyDeclined);
    await proveEnd({ ...observers, merchant: hurried }, opened.body.reference, { status: 'expired' });
    await opened.customer.submit(again, 'pay', enteredCard(goodCard));
    expect(await attemptsOf(opened.identifier)).toHaveLength(1);
  });
});

describe.concurrent('a callback about a declined card', () => {
  const tell = (order: string, changes: object) =>
    notify(urls.api, JSON.stringify(notification(order, { value: '25', instrument: 'CARD', ...changes })));
  const paid = { captured_value: '25' };
  const reviewsOf = (identifier: string) =>
    books.rows('select cause from reviews where identifier = $1', identifier);

  it('that it was paid ends the payment before another one is taken, and is reviewed', async () => {
    const opened = await openForm(merchant);
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
    const opened = await openForm(merchant);
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
    await actAtProvider(customer, posted, 'approve');
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
    const opened = await openForm(guarded, {
      ...body,
      customer: { ...(body['customer'] as object), ...person },
    });
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
