import { afterAll, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: operators stop a provider, a MID or a method within a second, and start it again, each with name and reason.
 * Method: the program of `npm run switch`, and keys whose routes need what is off, or do not.
 */
const { urls, databaseUrl, databaseUrls } = sharedStack;
const books = openBooks(databaseUrl);
const demo = createMerchant(urls.api);
const meta = createMerchant(urls.api, 'mk_test_meta');
const limits = createMerchant(urls.api, 'mk_test_limits');
const cascade = createMerchant(urls.api, 'mk_test_cascade');
const run = (...words: readonly string[]) =>
  runAdmin(['switch', ...words], { DATABASE_URL: databaseUrls.admin });
const things = { provider: 'sandbox_app', mid: 'card_limit', method: 'pix', refunds: 'card_limit' } as const;
type Kind = keyof typeof things;

afterAll(async () => {
  for (const [kind, name] of Object.entries(things))
    await run(kind, name, 'on', '--operator', 'tests', '--reason', 'the tests are over');
  await books.close();
});

async function put(kind: Kind, state: 'off' | 'on', reason: string): Promise<void> {
  const words = [kind, things[kind], state, '--operator', 'ada', '--reason', reason];
  const subject = kind === 'refunds' ? `Refunds of ${things[kind]}` : `${kind} ${things[kind]}`;
  expect(await run(...words)).toEqual({ code: 0, output: `${subject} will be ${state} within a second.\n` });
}

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };
type Way = readonly [by: typeof demo, path: string, body: Body];

/** Sends the body with ever new references until it is answered with this code, and proves that nothing was registered. */
async function untilRefused(
  [by, path, body]: Way,
  code: number,
  reason: string,
  description: string | RegExp = /\S/,
): Promise<void> {
  const sent = { reference: '' };
  const answer = await until(
    () => by.post(path, { ...body, reference: (sent.reference = newReference()) }),
    (got) => got.body['error_code'] !== 0,
  );
  expectError(answer, { status: 400, code, reason, description, ...sent });
  expect((await by.get(`${path}/${sent.reference}`)).status).toBe(404);
}

const codeOf = async ([by, path, body]: Way) =>
  (await by.post(path, { ...body, reference: newReference() })).body['error_code'];
const untilTaken = (way: Way) =>
  until(
    () => codeOf(way),
    (code) => code === 0,
  );

const channel = (name: string) => idealBody({ channel: name });

it('a provider: new payments are refused, an open one goes on, and so do the other routes', async () => {
  const app: Way = [meta, '/v2/payment', channel('app')];
  const open = channel('app');
  const created = await meta.post('/v2/payment', open);
  expect(created.body['error_code']).toBe(0);

  await put('provider', 'off', 'answers nothing');
  await untilRefused(app, 121, 'Route is invalid', 'The provider is disabled');
  expect(await codeOf([meta, '/v2/payment', channel('web')])).toBe(0);
  await approve(created);
  const observers = { merchant: meta, witness: createWitness(urls.sandbox), books };
  await proveEnd(observers, open.reference, { status: 'success' });

  await put('provider', 'on', 'is well again');
  await untilTaken(app);
});

it('a MID: payments and payouts have their own refusals, and others keep theirs', async () => {
  const payment: Way = [limits, '/v2/payment', idealBody({}, { amount: 20 })];
  const payout: Way = [limits, '/v2/payout', { ...pixPayout(), amount: 20 }];
  const paid = await paidPayment(limits, { amount: 20 });
  await put('mid', 'off', 'account is frozen');
  await untilRefused(payment, 121, 'routing settings issue (disabled project or bank)');
  await untilRefused(payout, 32, 'Invalid MID');
  expect(await codeOf([demo, '/v2/payment', idealBody()])).toBe(0);
  // What was sold must be refundable.
  const body = refundBody(paid);
  expect(await refund(limits, body)).toMatchObject({ status: 200, body: { error_code: 0 } });
  expect(await limits.untilFinal(body.reference, 'refund')).toMatchObject({ status: 'success' });

  await put('mid', 'on', 'is free again');
  await untilTaken(payment);
  await untilTaken(payout);
});

it('refunds of a MID: they have their own refusal, and its payments go on', async () => {
  const wayOfPaid = async (): Promise<Way> => [
    limits,
    '/v2/refund',
    refundBody(await paidPayment(limits, { amount: 20 })),
  ];
  await put('refunds', 'off', 'the account is empty');
  // One that is still taken leaves nothing of its payment.
  await until(
    async () => codeOf(await wayOfPaid()),
    (code) => code !== 0,
  );
  const way = await wayOfPaid();
  await untilRefused(way, 121, 'Route is invalid');
  expect(await codeOf([limits, '/v2/payment', idealBody({}, { amount: 20 })])).toBe(0);

  await put('refunds', 'on', 'the account is full again');
  await untilTaken(way);
});

it('a method: it is gone from the list of methods, and all others are taken', async () => {
  const payment: Way = [demo, '/v2/payment', pixBody()];
  const payout: Way = [demo, '/v2/payout', pixPayout()];
  const offered = async (by = demo) => {
    const { body } = await by.get('/v2/methods');
    return new Set((body['methods'] as readonly { method: string }[]).map(({ method }) => method));
  };
  const before = await offered();
  expect(before.delete('pix')).toBe(true);

  await put('method', 'off', 'told to by the regulator');
  const reason = "Bank doesn't support payment method";
  await untilRefused(payment, 1054, reason, 'The method is not enabled for the project');
  await untilRefused(payout, 1054, reason, 'The method is not enabled for the project');
  expect(await offered()).toEqual(before);
  expect(await codeOf([demo, '/v2/payment', idealBody()])).toBe(0);
  const explained = (await cascade.post('/v2/routing/explain', pixBody())).body;
  expect(explained).toMatchObject({ decision: 'refused', error_code: 1054 });

  await put('method', 'on', 'is allowed again');
  await untilTaken(payment);
  expect((await offered()).has('pix')).toBe(true);
});

it('the list shows what is off now and who did what, when and why', async () => {
  await put('method', 'off', 'the list is to show it');
  const line = String.raw`  \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ  `;
  const isOff = `${line}method pix off, by ada: the list is to show it\n`;
  const { code, output } = await run('list');
  const [now = '', history = ''] = output.split('\nHistory, newest first:\n');
  expect([code, now]).toEqual([0, expect.stringMatching(`^Off now:\n${isOff}$`)]);
  expect(history).toMatch(new RegExp(`^${isOff}${line}method pix on, by ada: is allowed again\n`));
  expect(history).toMatch(new RegExp(`${line}provider sandbox_app off, by ada: answers nothing\n`));

  const again = ['method', 'pix', 'off', '--operator', 'bob', '--reason', 'twice'];
  expect(await run(...again)).toEqual({ code: 0, output: 'method pix is already off.\n' });
  expect((await run('list')).output).toBe(output);
  await put('method', 'on', 'shown');
  expect((await run('list')).output).toMatch(/^Off now:\n {2}nothing\n/);
});

it.each([
  [['provider', 'nobody', 'off'], 1, /^There is no provider nobody\. Known: .*sandbox_app, /],
  [['mid', 'sandbox', 'off'], 1, /^There is no mid sandbox\. Known: app, .*main, /],
  [['method', 'pix_br', 'on'], 1, /^There is no method pix_br\. Known: .*pix, /],
  [
    ['merchant', 'demo', 'off'],
    2,
    /^KIND must be one of provider, mid, method, refunds\.\nSee: gateway switch/,
  ],
  [['method', 'pix', 'maybe'], 2, /^STATE must be one of off, on/],
  [['method', 'pix', 'off', 'on'], 2, /^Too many arguments/],
  [[], 2, /^Missing required argument 'KIND'/],
  [['method', 'pix', 'off', '--reason', ' '], 2, /^--reason is missing/],
  [['method', 'pix', 'off', '--operator', ''], 2, /^--operator must name/],
  [['method', 'pix', 'off', '--reason', 'a\nb'], 2, /^--reason must be one line/],
  [['method', 'pix', 'off', '--now'], 2, /--now.*\nSee: gateway switch set --help/s],
])('refused: %j', async (words, code, why) => {
  const before = await run('list');
  const said = await run('--operator', 'ada', '--reason', 'a test', ...words);
  expect(said).toEqual({ code, output: expect.stringMatching(why) });
  expect(await run('list')).toEqual(before);
});

it('GATEWAY_OPERATOR names the operator where no option does', async () => {
  const words = ['method', things.method, 'off', '--reason', 'unnamed'];
  const said = await runAdmin(['switch', ...words], {
    DATABASE_URL: databaseUrls.admin,
    GATEWAY_OPERATOR: 'eve',
  });
  expect(said.code).toBe(0);
  expect((await run('list')).output).toMatch(/method pix off, by eve: unnamed/);
});

it('nothing of it is changed or deleted', async () => {
  for (const statement of ["update switches set reason = 'x'", 'delete from switches', 'truncate switches'])
    await expect(books.rows(statement)).rejects.toThrow('switches is append-only');
});
