import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, idealBody, withoutCard } from '../fakes/bodies.js';
import { createBlocklist } from '../stack/blocklist.js';
import { openBooks } from '../witnesses/books.js';
import { untilLine } from '../witnesses/log-file.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { found, needle } from '../witnesses/needles.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: who tries cards out is stopped: after three declined cards of one customer or address the project takes no card
 * from it for a time (`mk_test_guard`), and a link takes none after more than three faulty forms. No other customer is affected.
 */
const { urls, databaseUrl } = sharedStack;
const guarded = createMerchant(urls.api, 'mk_test_guard');
const books = openBooks(databaseUrl);
const observers = { merchant: guarded, witness: createWitness(urls.sandbox), books };
const blocklist = createBlocklist(sharedStack);

afterAll(() => books.close());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

const declinedCard = '4000000000000002';
const goodCard = '4242424242424242';
const newAddress = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;
const newPerson = () => ({ identifier: `c-${randomUUID()}`, ip: newAddress() });

/** Postings of a hosted page that wait for what somebody else is writing. */
const waitingForLock = `select from pg_stat_activity
  where wait_event_type = 'Lock' and query like '%submit_due_at = clock_timestamp()%'`;

const of = (body: Body, person: object): Body => ({
  ...body,
  reference: newReference(),
  customer: { ...(body['customer'] as object), ...person },
});

/** A payment that the provider declines, or that is refused; gives the code it ends with. */
async function tryOut(person: object): Promise<unknown> {
  const body = of(cardBody(declinedCard), person);
  const { status, body: answer } = await guarded.post('/v2/payment', body);
  if (status === 400) return answer['error_code'];
  return (await guarded.untilFinal(body.reference))['error_code'];
}

/** Asks until the answer to the person's card is this code. */
function untilCode(body: Body, person: object, code: number) {
  return until(
    async () => {
      // Each one that is not refused is a payment.
      await sleep(250);
      return guarded.post('/v2/payment', of(body, person));
    },
    (answer) => answer.body['error_code'] === code,
  );
}

const words = (which: string) =>
  new RegExp(
    `^Customer is blocked for the specified project: too many cards were declined${which}; ` +
      String.raw`cards are accepted again at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
  );

describe.concurrent('declined cards', () => {
  it('of one customer stop the fourth, wherever it comes from', async () => {
    const { identifier } = newPerson();
    const anywhere = () => ({ identifier, ip: newAddress() });
    expect([await tryOut(anywhere()), await tryOut(anywhere()), await tryOut(anywhere())]).toEqual([
      200, 200, 200,
    ]);
    const good = cardBody(goodCard, { sandbox: 'success' });
    const { body } = await untilCode(good, anywhere(), 451);
    expect(body).toMatchObject({ error_reason: 'General risk decline' });
    expect(body['description']).toMatch(words(''));
    expect((await guarded.get(`/v2/payment/${String(body['reference'])}`)).status).toBe(404);
    const worker = join(sharedStack.directory, 'logs', 'worker.log');
    expect(await untilLine(worker, { msg: 'card testing detected and blocked' })).toMatchObject({
      level: 40,
    });

    // A card is refused by a count of the database, a form by the blocks that the api reads each second.
    await untilCode(cardPageBody(), anywhere(), 451);
    await untilCode(withoutCard(cardBody('')), anywhere(), 451);
    const noCard = await guarded.post('/v2/payment', of(idealBody({ sandbox: 'success' }), anywhere()));
    const elsewhere = createMerchant(urls.api);
    const otherProject = await elsewhere.post('/v2/payment', of(good, anywhere()));
    const otherCustomer = await guarded.post('/v2/payment', of(good, newPerson()));
    for (const { body: answer } of [noCard, otherProject, otherCustomer])
      expect(answer['error_code']).toBe(0);
  });

  it('from one address stop the fourth, for any customer', async () => {
    const ip = newAddress();
    const somebody = () => ({ ...newPerson(), ip });
    for (let tried = 0; tried < 3; tried += 1) expect(await tryOut(somebody())).toBe(200);
    const { body } = await untilCode(cardBody(goodCard, { sandbox: 'success' }), somebody(), 451);
    expect(body['description']).toMatch(words(' from this address'));
  });

  it('are taken back by a person', async () => {
    const { identifier } = newPerson();
    const anywhere = () => ({ identifier, ip: newAddress() });
    for (let tried = 0; tried < 3; tried += 1) await tryOut(anywhere());
    const good = cardBody(goodCard, { sandbox: 'success' });
    await untilCode(good, anywhere(), 451);
    const { output } = await blocklist(['list', 'identifier', '--find', '--value', identifier]);
    expect(output).toMatch(/project \(guard\) +too many declined cards, by card-testing guard .*; until /);
    await blocklist(['remove', ...(await blocksOf(identifier)), '--reason', 'called us']);
    await untilCode(good, anywhere(), 0);
  });

  it('are counted exactly when many come at once', async () => {
    const { identifier } = newPerson();
    const tries = Array.from({ length: 20 }, () => tryOut({ identifier, ip: newAddress() }));
    const codes = await Promise.all(tries);
    const declined = codes.filter((code) => code === 200).length;
    expect(codes.filter((code) => code === 451)).toHaveLength(codes.length - declined);
    expect(declined).toBeGreaterThanOrEqual(3);
    // Those under way when the block came count as well: each third one blocks once more.
    expect(await blocksOf(identifier)).toHaveLength(Math.floor(declined / 3));
  });

  it('are no successes, cancellations, errors, and nothing of other projects', async () => {
    const person = newPerson();
    const elsewhere = createMerchant(urls.api);
    for (const sandbox of ['success', 'error', 'success', 'error']) {
      const body = of(cardBody(goodCard, { sandbox }), person);
      await guarded.post('/v2/payment', body);
      await guarded.untilFinal(body.reference);
    }
    for (let cancelled = 0; cancelled < 3; cancelled += 1) {
      const { body } = await guarded.post('/v2/payment', of(cardPageBody(), person));
      const visitor = createCustomer();
      await visitor.submit(await visitor.open(String(body['redirect_url'])), 'cancel');
    }
    for (let tried = 0; tried < 4; tried += 1) {
      const body = of(cardBody(declinedCard), person);
      await elsewhere.post('/v2/payment', body);
      await elsewhere.untilFinal(body.reference);
    }
    expect([await tryOut(person), await tryOut(person)]).toEqual([200, 200]);
    expect(await blocksOf(person.identifier)).toEqual([]);
    expect(await tryOut(person)).toBe(200);
    expect(await blocksOf(person.identifier)).toHaveLength(1);
  });

  it('leave hashes only, and none of a payment that is over', async () => {
    const person = newPerson();
    for (let tried = 0; tried < 2; tried += 1) await tryOut(person);
    const needles = [needle('identifier', person.identifier), needle('address', person.ip)];
    for (const table of ['declined_cards', 'blocks', 'guarded_payments']) {
      const rows = await books.rows(`select whole::text as line from ${table} as whole`);
      expect([table, found(needles, rows.map(({ line }) => String(line)).join('\n'))]).toEqual([table, []]);
    }
    const left = await books.rows(
      'select from guarded_payments join transactions using (identifier) where finished_at is not null',
    );
    expect(left).toEqual([]);
  });
});

describe.concurrent.each<readonly [string, () => Body]>([
  ['HPP', () => cardPageBody({ sandbox: 'success' })],
  ['H2H', () => withoutCard(cardBody('', { sandbox: 'success' }))],
])('faulty forms on one link (%s)', (_style, newBody) => {
  it('stop it from taking a card; it can be cancelled', async () => {
    const body = of(newBody(), newPerson());
    const { customer, page, url } = await openForm(body);
    const faulty = () => customer.submit(page, 'pay', enteredCard('4242424242424241'));
    for (let posted = 0; posted < 3; posted += 1) {
      const again = await faulty();
      expect([again.httpStatus, again.html.includes('id="pan"')]).toEqual([200, true]);
    }
    for (const stopped of [await faulty(), await customer.submit(page, 'pay', enteredCard(goodCard))]) {
      expect([stopped.httpStatus, stopped.html.includes('id="pan"')]).toEqual([429, false]);
      expect(stopped.html).toContain('No card can be entered here any more');
    }
    const reloaded = await createCustomer().open(url);
    expect([reloaded.httpStatus, reloaded.html.includes('id="pan"')]).toEqual([200, false]);
    await customer.submit(page, 'cancel');
    const record = await guarded.untilFinal(body.reference);
    expect(record).toMatchObject({ status: 'declined', error_code: 121 });
    expect(await observers.witness.charges(String(record['identifier']))).toEqual([]);
  });

  it('that are counted while a card is being posted stop it too', async () => {
    const body = of(newBody(), newPerson());
    const { customer, page, url } = await openForm(body);
    const record = (await guarded.get(`/v2/payment/${body.reference}`)).body;
    const counting = await books.hold('update transactions set faulty_forms = 4 where identifier = $1', [
      record['identifier'],
    ]);
    const posting = customer.submit(page, 'pay', enteredCard(goodCard));
    await until(
      () => books.rows(waitingForLock),
      (waiting) => waiting.length > 0,
    );
    await counting.commit();
    await posting;
    const reloaded = await createCustomer().open(url);
    expect(reloaded.html).toContain('No card can be entered here any more');
    await customer.submit(page, 'cancel');
    expect(await guarded.untilFinal(body.reference)).toMatchObject({ status: 'declined', error_code: 121 });
  });

  it('are forgiven as long as they are few', async () => {
    const body = of(newBody(), newPerson());
    const { customer, page } = await openForm(body);
    for (let posted = 0; posted < 3; posted += 1) await customer.submit(page, 'pay', enteredCard('1'));
    await customer.submit(page, 'pay', enteredCard(goodCard));
    await proveEnd(observers, body.reference, { status: 'success' });
  });
});

/** All tests' browsers are at one address, so this comes last. */
describe('cards declined on hosted forms', () => {
  it('stop the next form at its posting, although the customer is another one: nothing is sent', async () => {
    const opened = await openForm(of(cardPageBody({ sandbox: 'success' }), newPerson()));
    for (let tried = 0; tried < 3; tried += 1) {
      const body = of(cardPageBody(), newPerson());
      const { customer, page } = await openForm(body);
      await customer.submit(page, 'pay', enteredCard(declinedCard));
      expect((await guarded.untilFinal(body.reference))['error_code']).toBe(200);
    }
    const stopped = await until(
      async () => {
        const body = of(cardPageBody({ sandbox: 'success' }), newPerson());
        const { customer, page } = await openForm(body);
        await customer.submit(page, 'pay', enteredCard(goodCard));
        return guarded.untilFinal(body.reference);
      },
      ({ status }) => status === 'declined',
    );
    expect(stopped['error_code']).toBe(451);
    expect(stopped['error_description']).toMatch(words(' from this address'));
    expect(await observers.witness.charges(String(stopped['identifier']))).toEqual([]);
    await opened.customer.submit(opened.page, 'pay', enteredCard(goodCard));
    await proveEnd(observers, opened.reference, { status: 'declined', code: 451 });
  });
});

/** Opens the payment's form, whose address the record has even where the answer came too late. */
async function openForm(body: Body) {
  await guarded.post('/v2/payment', body);
  const url = await until(
    async () => formUrlOf((await guarded.get(`/v2/payment/${body.reference}`)).body),
    (address) => address !== undefined,
  );
  const customer = createCustomer();
  return { reference: body.reference, url: String(url), customer, page: await customer.open(String(url)) };
}

function formUrlOf(record: Readonly<Record<string, unknown>>): unknown {
  const challenge = record['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? record['redirect_url'];
}

/** Numbers of the blocks on the customer, those that were removed among them. */
async function blocksOf(identifier: string): Promise<readonly string[]> {
  const { output } = await blocklist(['list', 'identifier', '--find', '--all', '--value', identifier]);
  return [...output.matchAll(/^ *(\d+) +identifier /gm)].map(([, id = '']) => id);
}
