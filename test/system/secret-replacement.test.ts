import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer, type Customer, type Page } from '../../tools/demo/customer.js';
import { cardBody, enteredCard, idealBody, withoutCard } from '../fakes/bodies.js';
import { createMerchant, newReference, type Answer, type Merchant } from '../fakes/merchant.js';
import { newCard } from '../fakes/card-number.js';
import { blockIn, createBlocklist } from '../stack/blocklist.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { expectError } from '../witnesses/expect-error.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: GATEWAY_SECRET is replaced as docs/operations.md says, and nothing is lost or taken twice: links open, the same
 * content joins its first payment, blocks hold, customers' limits go on counting. Method: a system of its own with two apis
 * and two checkouts, which are restarted one after the other with the values of the three steps.
 */
type Place = { readonly merchant: Merchant; readonly checkout: string };
type Payment = { readonly body: Body; readonly answer: Answer };
type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

const next = randomBytes(32).toString('base64');
const card = newCard('41100077');
const email = `${randomUUID()}@example.com`;
const visa = '4242424242424242';
const paid = { sandbox: 'success', sandbox_delay_ms: 10 };

/** A payment whose card is entered on our form; the record has the link while the form is open. */
const formBody = () => withoutCard(cardBody(visa, paid));

let system: BreakableSystem;
let first: Place;
let second: Place;
let learned: Readonly<Record<string, string>>;
let used: typeof learned;
let retired: typeof learned;

beforeAll(async () => {
  system = await startBreakableSystem({
    apps: ['sandbox', 'worker', 'api', 'api2', 'checkout', 'checkout2'],
  });
  const { environment, ports } = system.stack;
  const old = environment['GATEWAY_SECRET'] ?? '';
  learned = { GATEWAY_SECRET: `${old},${next}` };
  used = { GATEWAY_SECRET: `${next},${old}` };
  retired = { GATEWAY_SECRET: `${next},retired:${old}` };
  const placeOf = (api: number, checkout: number): Place => ({
    merchant: createMerchant(`http://localhost:${api}`, undefined, { repeats: 0 }),
    checkout: `http://localhost:${checkout}`,
  });
  first = placeOf(ports.api, ports.checkout);
  second = placeOf(ports.api2, ports.checkout2);
});
afterAll(() => system.stop());

const post = async ({ merchant }: Place, body: Body): Promise<Payment> => ({
  body,
  answer: await merchant.post('/v2/payment', body),
});

/** The link to the form, as the record has it now; as this checkout would be given it. */
async function linkOf({ body }: Payment, { merchant, checkout }: Place, at = checkout): Promise<string> {
  const { body: record } = await merchant.get(`/v2/payment/${body.reference}`);
  const challenge = record['challenge'] as { readonly challenge_redirect: { readonly url: string } };
  return at + new URL(challenge.challenge_redirect.url).pathname;
}

async function expectOpen(link: string): Promise<void> {
  const { httpStatus, html } = await createCustomer().open(link);
  expect([httpStatus, html]).toEqual([200, expect.stringContaining('<form')]);
}

/** Same content: the refusal names the payment that has the reference. */
async function expectSameContent(place: Place, { body, answer }: Payment): Promise<void> {
  expectError((await post(place, body)).answer, {
    status: 400,
    code: 108,
    reason: 'Duplicated reference',
    reference: body.reference,
    identifier: String(answer.body['identifier']),
    requestId: String(answer.body['request_id']),
    description: /by payment .* with status/,
  });
}

async function expectBlocked(place: Place): Promise<void> {
  const blockedCard = cardBody(card, paid);
  const blockedPerson = idealBody(paid, {
    customer: { ...(idealBody()['customer'] as object), email },
  });
  for (const body of [blockedCard, blockedPerson]) {
    const answer = await until(
      () => place.merchant.post('/v2/payment', { ...body, reference: newReference() }),
      ({ body: { error_code: code } }) => code !== 0,
    );
    expect(answer.body).toMatchObject({ error_code: 451 });
  }
}

/** At the merchant whose customers may pay 100 a day. */
async function payAsCustomer(identifier: string, amount: number, code: number): Promise<void> {
  const answer = await sendAsCustomer('/v2/payment', identifier, amount);
  expect(answer.body).toMatchObject({ error_code: code });
}

/** What the customer's limits have counted, one entry for each limit. */
async function explainedFor(identifier: string): Promise<readonly (string | undefined)[]> {
  const { body } = await sendAsCustomer('/v2/routing/explain', identifier, 1);
  const limits = body['limits'] as readonly { readonly whose: string; readonly amount?: { used: string } }[];
  return limits.filter(({ whose }) => whose === 'customer').map(({ amount }) => amount?.used);
}

function sendAsCustomer(path: string, identifier: string, amount: number): Promise<Answer> {
  const body = cardBody(visa, { sandbox: 'at_once' });
  const customer = { ...(body['customer'] as object), identifier };
  const merchant = createMerchant(system.stack.urls.api, 'mk_test_counted');
  return merchant.post(path, { ...body, amount, customer });
}
const limitReached = 1132;

describe.sequential('while GATEWAY_SECRET is replaced', () => {
  let open: Payment;
  let waiting: Payment;
  let known: Payment;
  let customer: Customer;
  let form: Page;
  let oldLink: string;
  const earlyCustomer = randomUUID();
  const lateCustomer = randomUUID();

  it('before: a form is open, a payment waits for a worker, a card and a person are blocked, a limit is half used', async () => {
    open = await post(first, formBody());
    oldLink = await linkOf(open, first);
    customer = createCustomer();
    form = await customer.open(oldLink);
    known = await post(first, idealBody(paid));
    await proveEnd(system.observers, known.body.reference, { status: 'success' });
    await payAsCustomer(earlyCustomer, 60, 0);
    const blocklist = createBlocklist({
      databaseUrls: system.stack.databaseUrls,
      directory: system.directory,
    });
    const why = ['--scope', 'system', '--reason', 'chargebacks'];
    blockIn(await blocklist(['add', 'card', ...why], [card]));
    blockIn(await blocklist(['add', 'email', ...why], [email]));
    await system.stack.apps.worker.kill();
    waiting = await post(first, idealBody(paid));
    expect(waiting.answer.status).toBe(504);
  });

  it('step 1: beside processes that know the old secret alone, both make and open the same links', async () => {
    const { api, api2, checkout, checkout2, worker } = system.stack.apps;
    await Promise.all([api, checkout].map((app) => app.restart(learned)));
    await expectOpen(await linkOf(open, first, second.checkout));
    await expectOpen(await linkOf(open, second, first.checkout));
    await Promise.all([api2, checkout2, worker].map((app) => app.restart(learned)));
    await system.untilReady();
    await payAsCustomer(lateCustomer, 60, 0);
  });

  it('step 2: processes that already use the new secret and those that do not yet know each other', async () => {
    const { api, api2, checkout, checkout2, worker } = system.stack.apps;
    await Promise.all([api, checkout].map((app) => app.restart(used)));
    await system.untilReady();
    await expectOpen(await linkOf(open, first, second.checkout));
    await expectOpen(await linkOf(open, second, first.checkout));
    const body = idealBody(paid);
    const answers = (await Promise.all([post(first, body), post(second, body)])).map(({ answer }) => answer);
    const identifiers = new Set(answers.map((answer) => answer.body['identifier']));
    expect([...identifiers]).toEqual([expect.any(String)]);
    await proveEnd(system.observers, body.reference, { status: 'success' });
    await Promise.all([api2, checkout2, worker].map((app) => app.restart(used)));
    await system.untilReady();
  });

  it('under the new secret: the old link opens, and the form that it led to can be posted', async () => {
    await expectOpen(oldLink);
    expect(await linkOf(open, first)).not.toBe(oldLink);
    expect((await customer.submit(form, 'cancel')).httpStatus).toBe(200);
    expect(await first.merchant.untilFinal(open.body.reference)).toMatchObject({ status: 'declined' });
  });

  it('under the new secret: a 504, sent again, is the same payment, and is paid once', async () => {
    const again = await until(
      () => post(first, waiting.body),
      ({ answer }) => answer.status === 200,
    );
    expect(again.answer.body['identifier']).toBe(waiting.answer.body['identifier']);
    await proveEnd(system.observers, waiting.body.reference, { status: 'success' });
  });

  it('under the new secret: the same content is recognised, blocks hold, limits go on counting', async () => {
    await expectSameContent(first, known);
    await expectBlocked(first);
    expect(await explainedFor(earlyCustomer)).toEqual(['60']);
    await payAsCustomer(earlyCustomer, 41, limitReached);
    await payAsCustomer(earlyCustomer, 40, 0);
  });

  it('step 3: with the old secret retired, its links are gone, and what it hashed is still recognised', async () => {
    const late = await post(first, formBody());
    const { api, api2, checkout, checkout2, worker } = system.stack.apps;
    await Promise.all([api, api2, checkout, checkout2, worker].map((app) => app.restart(retired)));
    await system.untilReady();
    expect((await createCustomer().open(oldLink)).httpStatus).toBe(404);
    await expectOpen(await linkOf(late, first));
    await expectSameContent(first, known);
    await expectBlocked(first);
    await payAsCustomer(lateCustomer, 41, limitReached);
    await payAsCustomer(lateCustomer, 40, 0);
    const visitor = createCustomer();
    const page = await visitor.open(await linkOf(late, first));
    await visitor.submit(page, 'pay', enteredCard(visa));
    await proveEnd(system.observers, late.body.reference, { status: 'success' });
  });
});
