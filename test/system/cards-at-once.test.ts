import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard } from '../fakes/bodies.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: of cards that come at once, no more are sent than the card-testing guard lets be declined (`mk_test_guard_at_once`: three),
 * wherever they come in. Method: two apis and two checkouts.
 */
const declinesMax = 3;
const declinedCard = '4000000000000002';
const goodCard = '4242424242424242';
const { urls, secondUrls, databaseUrl } = sharedStack;
const books = openBooks(databaseUrl);
const at = (url: string) => createMerchant(url, 'mk_test_guard_at_once', { repeats: 0 });
const guarded = [at(urls.api), at(secondUrls.api)] as const;

afterAll(() => books.close());

type Person = { readonly identifier: string; readonly ip: string };
const newAddress = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;
const newPerson = (): Person => ({ identifier: `c-${randomUUID()}`, ip: newAddress() });
const of = (body: Readonly<Record<string, unknown>>, person: Person) => ({
  ...body,
  reference: newReference(),
  customer: { ...(body['customer'] as object), ...person },
});
const either = (index: number): 0 | 1 => (index % 2 === 0 ? 0 : 1);

/** The references whose card was sent. */
async function sentOf(references: readonly string[]): Promise<readonly string[]> {
  const rows = await books.rows(
    `select reference from transactions join attempts using (identifier)
     where reference = any($1) and state <> 'not_sent'`,
    references,
  );
  return rows.map(({ reference }) => String(reference));
}

const ended = (references: readonly string[]) =>
  until(
    () =>
      books.rows(
        `select reference from transactions where reference = any($1) and finished_at is not null`,
        references,
      ),
    ({ length }) => length === references.length,
  );

describe('cards that come at once', () => {
  it.each<[string, (person: Person) => Person]>([
    ['of one customer', ({ identifier }) => ({ identifier, ip: newAddress() })],
    ['from one address', ({ ip }) => ({ ...newPerson(), ip })],
    [
      'of one customer, written differently',
      ({ identifier }) => ({
        identifier: `${randomInt(2) === 0 ? ' ' : ''}${identifier.toUpperCase()}\u200b`,
        ip: newAddress(),
      }),
    ],
  ])('%s, at two apis, are sent up to the limit, and then refused', async (_whose, next) => {
    const person = newPerson();
    const bodies = Array.from({ length: 25 }, () => of(cardBody(declinedCard), next(person)));
    const answers = await Promise.all(
      bodies.map((body, index) => guarded[either(index)].post('/v2/payment', body)),
    );
    const references = bodies.map(({ reference }) => reference);
    const sent = await sentOf(references);
    expect(sent).toHaveLength(declinesMax);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(bodies.length - declinesMax);
    for (const { body } of refused) expect(body).toMatchObject({ error_code: 451 });
    await ended(sent);
    const later = await guarded[1].post('/v2/payment', of(cardBody(declinedCard), next(person)));
    expect(later.body['error_code']).toBe(451);
    expect(later.body['description']).toContain('cards are accepted again at ');
  });

  it('free their places when they succeed, however many there were', async () => {
    const person = newPerson();
    for (let round = 0; round < 3; round += 1) {
      const bodies = Array.from({ length: declinesMax }, () =>
        of(cardBody(goodCard, { sandbox: 'success' }), person),
      );
      const answers = await Promise.all(
        bodies.map((body, index) => guarded[either(index)].post('/v2/payment', body)),
      );
      expect(answers.map(({ body }) => body['error_code'])).toEqual(bodies.map(() => 0));
      await ended(bodies.map(({ reference }) => reference));
    }
  });

  it('free their places when their customer stays at the bank for too long', async () => {
    const person = newPerson();
    const waiting = Array.from({ length: declinesMax }, () => of(cardBody(goodCard), person));
    for (const body of waiting)
      expect((await guarded[0].post('/v2/payment', body)).body['error_code']).toBe(0);
    const next = () => guarded[1].post('/v2/payment', of(cardBody(goodCard), person));
    const refused = await next();
    expect(refused.body['error_code']).toBe(451);
    expect(refused.body['description']).toContain('are being checked or were declined');
    await books.rows(
      `update cards_under_way set taken_at = taken_at - interval '10 minutes'
       where identifier in (select identifier from transactions where reference = any($1))`,
      waiting.map(({ reference }) => reference),
    );
    expect((await next()).body['error_code']).toBe(0);
  });

  it('from forms at two checkouts are sent up to the limit; the others can be posted later', async () => {
    const forms = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const body = of(cardPageBody(), newPerson());
        const { body: created } = await guarded[either(index)].post('/v2/payment', body);
        const url = new URL(String(created['redirect_url']));
        url.port = new URL((either(index) === 0 ? urls : secondUrls).checkout).port;
        const customer = createCustomer();
        return { reference: body.reference, customer, page: await customer.open(url.href) };
      }),
    );
    const pages = await Promise.all(
      forms.map(({ customer, page }) => customer.submit(page, 'pay', enteredCard(declinedCard))),
    );
    const references = forms.map(({ reference }) => reference);
    const sent = await sentOf(references);
    expect(sent).toHaveLength(declinesMax);
    const stopped = pages.filter(({ httpStatus }) => httpStatus === 429);
    expect(stopped).toHaveLength(forms.length - declinesMax);
    for (const { html } of stopped) expect(html).toContain('id="pan"');
    await ended(sent);
    const [left] = forms.filter(({ reference }) => !sent.includes(reference));
    if (!left) throw new Error('some forms are left');
    await left.customer.submit(left.page, 'pay', enteredCard(declinedCard));
    await ended([left.reference]);
    expect(await sentOf(references)).toHaveLength(declinesMax);
  });
});
