import { afterAll, describe, expect, it } from 'vitest';
import { readForm } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, withoutCard } from '../fakes/bodies.js';
import {
  actAtProvider,
  asksAgain,
  decline,
  declinedLate,
  formUrlOf,
  goodCard,
  openForm,
  softlyDeclined,
  type CardBody,
} from '../fakes/declined-cards.js';
import { createMerchant } from '../fakes/merchant.js';
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

const cancelled = {
  status: 'declined',
  code: 121,
  description: 'Payment transaction was cancelled',
} as const;
const attemptsOf = (identifier: string) =>
  books.rows('select n, mid, state, cause from attempts where identifier = $1 order by n', identifier);
const orderOf = ({ reference }: { readonly reference: string }) => reference;
const recordOf = async ({ reference }: CardBody) => (await merchant.get(`/v2/payment/${reference}`)).body;
const vaultOf = (identifier: string) =>
  books.rows('select from card_vault where identifier = $1', identifier);

describe.concurrent.each<readonly [string, (meta?: Meta) => CardBody]>([
  ['HPP', (meta) => cardPageBody(meta)],
  ['H2H', (meta) => withoutCard(cardBody('', meta))],
])('%s: a declined card on the hosted page', (style, newBody) => {
  it('is followed by another one, which pays: one payment, one charge, one event', async () => {
    const opened = await openForm(merchant, newBody());
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
    await actAtProvider(customer, posted, 'approve');
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
    const opened = await openForm(merchant, newBody());
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
    const opened = await openForm(merchant, newBody());
    const { body, identifier, customer, page } = opened;
    const late = await decline(opened, declinedLate);
    const posted = await customer.submit(late, 'pay', enteredCard(goodCard));
    await actAtProvider(customer, posted, 'decline');
    const again = await customer.reloadUntil({ ...posted, url: page.url }, asksAgain);
    expect(again.html).not.toContain('/pay/ch_');
    const { status, challenge } = await recordOf(body);
    expect([status, challenge !== undefined]).toEqual(['pending', style === 'H2H']);
    const last = await customer.submit(again, 'pay', enteredCard('5555555555554444'));
    await actAtProvider(customer, last, 'approve');
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(record['card']).toMatchObject({ last4: '4444' });
    expect(await attemptsOf(identifier)).toHaveLength(3);
    // `created` happens once (contract §9).
    const history = record['history'] as readonly { status: string }[];
    expect(history.filter((change) => change.status === 'created')).toHaveLength(1);
  });
});

describe.concurrent('a form', () => {
  it('is taken once for each decline: a double click, or two tabs at once, are one attempt', async () => {
    const opened = await openForm(merchant);
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
    // Whichever card was first: a declined one leaves the payment open.
    const left = await customer.open(page.url);
    if (readForm(left.html)?.actions.includes('cancel')) await customer.submit(left, 'cancel');
  });

  it('from before the decline changes nothing, says so, and shows the form again', async () => {
    const opened = await openForm(merchant);
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

  it('with a mistake does not count as a try', async () => {
    const opened = await openForm(merchant);
    const again = await decline(opened, softlyDeclined);
    const faulty = await opened.customer.submit(again, 'pay', enteredCard('4242424242424241'));
    expect(faulty.html).toContain('id="pan-problem"');
    expect(readForm(faulty.html)?.fields).toMatchObject({ tries: '1' });
    expect((await recordOf(opened.body))['status']).toBe('pending');
    await opened.customer.submit(faulty, 'cancel');
    await proveEnd(observers, opened.body.reference, cancelled);
  });
});
