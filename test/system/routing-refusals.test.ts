import { describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { journalOf } from '../witnesses/journal.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import type { Answer } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';

/** Contract §12: each key of the development configuration provokes the condition it is made for, and only that. */
const { api, sandbox } = sharedStack.urls;
const target = '/v2/payment';
const visa = '4242424242424242';
const softDeclined = '4000000000009995';
const settings = 'routing settings issue (disabled project or bank)';
const ideal = (changes: Readonly<Record<string, unknown>> = {}) => idealBody({ sandbox: 'success' }, changes);
const card = (amount: number) => ({ ...cardBody(visa, { sandbox: 'success' }), amount });

type Sent = Readonly<Record<string, unknown>> & { readonly reference: string };
const send = (key: string, body: Sent): Promise<Answer> => createMerchant(api, key).post(target, body);

describe('refused before registration', () => {
  type Refused = readonly [
    key: string,
    body: Sent,
    code: number,
    reason: string,
    description: string | RegExp,
  ];
  const enabled = "Bank doesn't support payment method";
  const foreign = "Bank doesn't support currency";
  const cases: Record<string, Refused> = {
    'a disabled project': ['project_off', ideal(), 121, settings, 'The project is disabled'],
    'a method that the project has not': ['card_only', ideal(), 1054, enabled, /project/],
    'a hosted method that the project has not': ['card_only', pixBody(), 1054, enabled, /project/],
    'a disabled MID': ['mid_off', ideal(), 121, settings, 'Mid is disabled'],
    'a disabled provider': ['provider_off', ideal(), 121, 'Route is invalid', 'The provider is disabled'],
    'no route': ['no_route', ideal(), 121, settings, 'Unknown routing error'],
    'an amount below the project': ['limits', ideal({ amount: 9.99 }), 1132, 'Limit exceeded', /project/],
    'an amount above the project': ['limits', ideal({ amount: 1000.01 }), 1132, 'Limit exceeded', /project/],
    'an amount above the provider': ['limits', card(501), 1132, 'Limit exceeded', /provider/],
    'a hosted amount below the project': [
      'limits',
      { ...pixBody(), amount: 9.99 },
      1132,
      'Limit exceeded',
      /project/,
    ],
    'an unknown method': ['demo', ideal({ method: 'no_such' }), 1054, 'Invalid method', /name/],
    'an alias outside the page': ['demo', ideal({ method: 'pix_br' }), 1054, 'Invalid method', /name/],
    'a payout method': ['demo', ideal({ method: 'bank_transfer_africa' }), 1054, 'Invalid type', /direction/],
    'a payout method on the page': [
      'demo',
      { ...pixBody(), widget: { method: 'bank_transfer_bolivia' } },
      1054,
      'Invalid type',
      /direction/,
    ],
    'the hosted method sent directly': ['demo', ideal({ method: 'pix' }), 30, 'Invalid params', /^method: /],
    'the direct method on the page': [
      'demo',
      { ...pixBody(), widget: { method: 'ideal' } },
      30,
      'Invalid params',
      /^widget\.method: /,
    ],
    'another real currency': [
      'demo',
      ideal({ currency: 'USD' }),
      1051,
      foreign,
      /^currency: ideal accepts only EUR$/,
    ],
    'another real currency on the page': ['demo', { ...pixBody(), currency: 'EUR' }, 1051, foreign, /BRL/],
    'a currency in lower case': ['demo', ideal({ currency: 'eur' }), 31, 'Invalid currency', /ISO 4217/],
  };

  it.each(Object.entries(cases))('%s', async (_name, [key, body, code, reason, description]) => {
    const { reference } = body;
    const answer = await send(`mk_test_${key}`, body);
    expectError(answer, { status: 400, code, reason, description, reference });
    const check = await createMerchant(api, `mk_test_${key}`).get(`${target}/${reference}`);
    expectError(check, { status: 404, code: 35, reason: 'Resource not found', reference });
  });

  it('a disabled merchant, whatever is asked', async () => {
    const answer = await send('mk_test_merchant_off', ideal({ method: 'no_such' }));
    expectError(answer, { status: 403, code: 35, reason: 'Merchant not found' });
  });
});

describe('the order of stages', () => {
  const used = { status: 400, code: 108, reason: 'Duplicated reference' };

  it('a used reference comes before routes and limits', async () => {
    const body = ideal();
    expect((await send('mk_test_limits', body)).body).toMatchObject({ error_code: 0 });
    const { reference } = body;
    expectError(await send('mk_test_limits', { ...body, amount: 5 }), { ...used, reference });
  });

  it('a used reference comes before what the clock has against a card', async () => {
    const body = card(25);
    const expired = { ...body, card: { ...((body as Sent)['card'] as object), exp_year: '2019' } };
    const { reference } = body;
    const refused = {
      status: 400,
      code: 30,
      reason: 'Invalid params',
      description: /^card\.exp_year: /,
      reference,
    };
    expectError(await send('mk_test_demo', expired), refused);
    expect((await send('mk_test_demo', body)).body).toMatchObject({ error_code: 0 });
    expectError(await send('mk_test_demo', expired), { ...used, reference });
  });

  it('malformed fields come before the method, the method before the project', async () => {
    const { reference } = ideal();
    const invalid = { status: 400, code: 30, reason: 'Invalid params', description: /^amount: /, reference };
    expectError(
      await send('mk_test_project_off', ideal({ reference, method: 'no_such', amount: -1 })),
      invalid,
    );
    const unknown = { status: 400, code: 1054, reason: 'Invalid method', reference };
    expectError(await send('mk_test_project_off', ideal({ reference, method: 'no_such' })), unknown);
  });

  it('the route comes before the limits', async () => {
    const body = ideal({ amount: 100000 });
    const { reference } = body;
    expectError(await send('mk_test_no_route', body), {
      status: 400,
      code: 121,
      reason: settings,
      reference,
    });
  });
});

describe('limits are inclusive', () => {
  it.each([
    ['the least of the project', ideal({ amount: 10 })],
    ['the least of the project, with decimals', ideal({ amount: 10.1 })],
    ['the most of the project', ideal({ amount: 1000 })],
    ['the most of the provider', card(500)],
  ])('%s', async (_name, body) => {
    expect(await send('mk_test_limits', body)).toMatchObject({ status: 200, body: { error_code: 0 } });
  });

  it('as money, not as text: 1000.00 is 1000', async () => {
    const text = JSON.stringify(ideal({ amount: '@' })).replace('"@"', '1000.00');
    const answer = await createMerchant(api, 'mk_test_limits').postRaw(target, text);
    expect(answer.body).toMatchObject({ error_code: 0, amount: '1000.00' });
  });
});

describe('a strict project without default URLs, whose provider asks for more', () => {
  const strict = 'mk_test_strict';
  const callback_url = `${sandbox}/merchant/callbacks`;
  const customer = (changes: object) => ({
    customer: { ...(ideal() as { customer?: object }).customer, ...changes },
  });
  const missing = { status: 400, code: 31, reason: 'Required fields are missing' };
  const malformed = { status: 400, code: 30, reason: 'Invalid params' };
  const body = (changes: object): Sent => ({ ...ideal(), reference: newReference(), ...changes });

  const cases: Record<string, readonly [object, typeof missing, string | RegExp]> = {
    'callback_url, before what the provider asks for': [
      customer({ phone: null }),
      missing,
      'callback_url: is required',
    ],
    'email and phone, both named': [
      { callback_url, ...customer({ phone: null }) },
      missing,
      'customer.email: is required; customer.phone: is required',
    ],
    'email alone': [{ callback_url }, missing, 'customer.email: is required'],
    'a callback target that is not allowed, before what the provider asks for': [
      { callback_url: 'http://10.0.0.1/hook' },
      malformed,
      /^callback_url: /,
    ],
    'a metadata address as callback target': [
      { callback_url: 'http://169.254.169.254/x' },
      malformed,
      /^callback_url: /,
    ],
  };
  it.each(Object.entries(cases))('%s', async (_name, [changes, expected, description]) => {
    const sent = body(changes);
    expectError(await send(strict, sent), { ...expected, description, reference: sent.reference });
  });

  it('checks documents by their check digits, before what the provider asks for', async () => {
    const sent = { ...pixBody(), callback_url };
    const wrong = {
      ...sent,
      customer: { identifier: 'c', first_name: 'Jo', last_name: 'Sa', itn: '52998224724' },
    };
    const expected = { ...malformed, description: /^customer\.itn: /, reference: sent.reference };
    expectError(await send(strict, wrong), expected);
    expect(await send('mk_test_demo', wrong)).toMatchObject({ status: 200, body: { status: 'new' } });
  });

  it('accepts the request that has it all', async () => {
    const sent = body({ callback_url, ...customer({ email: 'anna@example.com' }) });
    expect(await send(strict, sent)).toMatchObject({ status: 200, body: { error_code: 0 } });
  });
});

describe('registered, and ended while the caller waits', () => {
  it.each([
    ['a MID without credentials', 'mid_broken', 'Mid configuration error'],
    ['both ports closed', 'both_down', 'Failed to register cascade transaction'],
  ])('%s', async (_name, key, reason) => {
    const sent = ideal();
    const answer = await send(`mk_test_${key}`, sent);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        error_code: 200,
        error_reason: reason,
        status: 'error',
        reference: sent.reference,
        type: 'payment',
      },
    });
    expect(answer.body).not.toHaveProperty('challenge');
    const record = await createMerchant(api, `mk_test_${key}`).untilFinal(sent.reference);
    expect(record).toMatchObject({
      identifier: answer.body['identifier'],
      status: 'error',
      error_code: 200,
      error_reason: reason,
    });
    const again = await send(`mk_test_${key}`, sent);
    expectError(again, {
      status: 400,
      code: 108,
      reason: 'Duplicated reference',
      reference: sent.reference,
      identifier: String(answer.body['identifier']),
      requestId: String(answer.body['request_id']),
    });
  });

  it('one closed port alone is a communication error', async () => {
    const sent = idealBody({ sandbox: 'refused' });
    expect(await send('mk_test_demo', sent)).toMatchObject({
      status: 200,
      body: { error_code: 200, error_reason: 'Communication error', status: 'error' },
    });
  });
});

describe('cascade', () => {
  it('goes on to the second route when the port of the first is closed', async () => {
    const sent = ideal();
    const answer = await send('mk_test_cascade', sent);
    expect(answer).toMatchObject({ status: 200, body: { error_code: 0, status: 'created' } });
    const record = await createMerchant(api, 'mk_test_cascade').untilFinal(sent.reference);
    expect(record).toMatchObject({ status: 'success', provider: 'sandbox' });
    await expectOneSuccess(record);
  });

  it('goes on after a soft decline, and the second MID approves', async () => {
    const sent = cardBody(softDeclined);
    const answer = await send('mk_test_cascade_soft', sent);
    expect(answer).toMatchObject({ status: 200, body: { error_code: 0 } });
    const entries = await journalOf(sandbox, answer.body['identifier']);
    expect(entries.map(({ status }) => status)).toEqual(['declined', 'pending']);
  });

  it('a soft decline without a further route is a decline', async () => {
    const sent = cardBody(softDeclined);
    expect(await send('mk_test_demo', sent)).toMatchObject({
      status: 200,
      body: { error_code: 200, error_reason: 'Transaction processing error', status: { name: 'declined' } },
    });
  });
});

async function expectOneSuccess({ identifier }: Readonly<Record<string, unknown>>): Promise<void> {
  const entries = await journalOf(sandbox, identifier);
  expect(entries.filter(({ status }) => status === 'success')).toHaveLength(1);
}
