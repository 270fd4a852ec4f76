import { afterAll, describe, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import {
  africaPayout,
  boliviaPayout,
  choicePayout,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { balanceOf, entriesOf } from '../witnesses/payout-books.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: every refusal of contract §12 for payouts, named as the table says, with nothing registered or reserved. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

const missing = { status: 400, code: 31, reason: 'Required fields are missing' };
const invalid = { status: 400, code: 30, reason: 'Invalid params' };
const routingFailed = { status: 400, code: 121, reason: 'Routing failed' };
const routeInvalid = { status: 400, code: 121, reason: 'Route is invalid' };
const challengeInvalid = { status: 400, code: 121, reason: 'Invalid method challenge configuration' };
const unmethodical = (reason: string) => ({ status: 400, code: 1054, reason });
const limit = { status: 400, code: 1132, reason: 'Limit exceeded' };

type Expected = Omit<Parameters<typeof expectError>[1], 'description' | 'reference'>;
type Refused = readonly [key: string, body: PayoutBody, expected: Expected, description: string | RegExp];

const pix = (changes: Readonly<Record<string, unknown>>) => pixPayout({}, changes);
const inPix = (changes: Readonly<Record<string, unknown>>) =>
  pix({ pix: { ...(pixPayout()['pix'] as object), ...changes } });
const inBolivia = (changes: Readonly<Record<string, unknown>>) =>
  boliviaPayout(
    {},
    {
      bank_transfer_bolivia: { ...(boliviaPayout()['bank_transfer_bolivia'] as object), ...changes },
    },
  );
const from = (country: string) => ({ customer: { identifier: 'c-7', country } });

const byBody: Record<string, Refused> = {
  'no method': ['demo', pix({ method: null }), missing, 'method: is required'],
  'no requisites': ['demo', pix({ pix: null }), missing, /pix\.name: .*pix\.account: .*pix\.account_type: /],
  'requisites that are no object': ['demo', pix({ pix: 'Joao' }), missing, 'pix: is required'],
  'requisites that are a list': ['demo', pix({ pix: [] }), missing, 'pix: is required'],
  'African requisites that are no object': [
    'demo',
    africaPayout({}, { bank_transfer_africa: 'GTB' }),
    missing,
    'bank_transfer_africa: is required',
  ],
  'no customer': [
    'demo',
    pix({ customer: null }),
    missing,
    /customer\.identifier: .*customer\.first_name: .*customer\.last_name: /,
  ],
  'no country for Bolivia': [
    'demo',
    boliviaPayout({}, { customer: { identifier: 'c-5' } }),
    missing,
    'customer.country: is required',
  ],
  'no ISO 4217 currency': [
    'demo',
    pix({ currency: 'brl' }),
    { ...missing, reason: 'Invalid currency' },
    /ISO 4217/,
  ],
  'a widget': ['demo', pix({ widget: { method: 'pix' } }), invalid, /widget/],
  'a widget without method': ['demo', pix({ method: null, widget: {} }), invalid, /widget/],
  'another mode': ['demo', pix({ mode: 'final' }), invalid, /^mode: /],
  'an amount as text': ['demo', pix({ amount: '10.5' }), invalid, /^amount: /],
  'too many decimals': ['demo', pix({ amount: 10.555 }), invalid, /^amount: /],
  nothing: ['demo', pix({ amount: 0 }), invalid, /^amount: /],
  'a short name': ['demo', inPix({ name: 'Joao' }), invalid, /^pix\.name: /],
  'a PIX key that is no CPF': ['demo', inPix({ account: '529' }), invalid, /^pix\.account: /],
  'another kind of PIX key': ['demo', inPix({ account_type: 'IBAN' }), invalid, /^pix\.account_type: /],
  'all fields at fault at once': [
    'demo',
    inPix({ name: 'J', account: 'x', account_type: 'PHONE' }),
    invalid,
    /pix\.name: .*pix\.account: /,
  ],
  'a bank that Bolivia has not': ['demo', inBolivia({ bank_code: '4' }), invalid, /\.bank_code: /],
  'an account too long for its bank': [
    'demo',
    inBolivia({ account_number: '12345678901' }),
    invalid,
    /\.account_number: must be 10 digits/,
  ],
  'another kind of account': ['demo', inBolivia({ account_type: 'GOLD' }), invalid, /\.account_type: /],
  'another country than Bolivia': ['demo', boliviaPayout({}, from('BR')), invalid, /^customer\.country: /],
  'an account of five characters': [
    'demo',
    africaPayout({}, { bank_transfer_africa: { account_number: '12345' } }),
    invalid,
    /\.account_number: /,
  ],
  'an unknown method': ['demo', pix({ method: 'no_such' }), unmethodical('Invalid method'), /name/],
  'the alias of a page': ['demo', pix({ method: 'pix_br' }), unmethodical('Invalid method'), /name/],
  'a method of payments': ['demo', pix({ method: 'ideal' }), unmethodical('Invalid type'), /direction/],
  'another real currency': [
    'demo',
    pix({ currency: 'EUR' }),
    { status: 400, code: 1051, reason: "Bank doesn't support currency" },
    /^currency: pix accepts only BRL$/,
  ],
};

const byConfiguration: Record<string, Refused> = {
  'a disabled project': ['project_off', pixPayout(), routingFailed, 'The project is disabled'],
  'no route': ['no_route', pixPayout(), routingFailed, 'No route is configured for this payout'],
  'a method that the project has not': [
    'card_only',
    pixPayout(),
    unmethodical("Bank doesn't support payment method"),
    /project/,
  ],
  'a provider without payouts': [
    'payin_only',
    pixPayout(),
    { status: 400, code: 1050, reason: 'Bank does not support transaction' },
    'Invalid payment type',
  ],
  'a disabled MID': ['mid_off', pixPayout(), { status: 400, code: 32, reason: 'Invalid MID' }, /disabled/],
  'a disabled provider': ['provider_off', pixPayout(), routeInvalid, /disabled/],
  'two challenge settings': ['challenge_twice', choicePayout(), routeInvalid, /More than one/],
  'a provider without the challenge': [
    'challenge_unsupported',
    choicePayout(),
    routeInvalid,
    /challenge type/,
  ],
  'no challenge setting': [
    'challenge_none',
    choicePayout(),
    challengeInvalid,
    'Challenge settings not found',
  ],
  'no bank to offer': [
    'demo',
    choicePayout({}, { currency: 'MWK' }),
    challengeInvalid,
    'There is no bank to choose from',
  ],
  'an amount below the limits': ['limits', pix({ amount: 9.99 }), limit, /project/],
  'an amount above the limits': ['limits', pix({ amount: 1000.01 }), limit, /project/],
  'a target that is not allowed': [
    'demo',
    pix({ callback_url: 'http://10.0.0.1/' }),
    invalid,
    /^callback_url: /,
  ],
  'no URL and no default': ['strict', pixPayout(), missing, 'callback_url: is required'],
  'fields that the provider asks for': [
    'strict',
    pix({ callback_url: `${urls.sandbox}/merchant/callbacks` }),
    missing,
    'customer.email: is required; customer.phone: is required',
  ],
  'less on the account than asked': [
    'poor',
    pix({ amount: 100.01 }),
    { status: 400, code: 1, reason: 'Insufficient funds on account' },
    'account payout has negative balance after update',
  ],
  'no rate': [
    'fx',
    africaPayout({}, { currency: 'GHS' }),
    { status: 400, code: 200, reason: 'Transaction processing error' },
    'currency rate error',
  ],
  "no configuration of the rate's provider": [
    'fx',
    africaPayout(),
    { status: 400, code: 35, reason: 'Resource not found' },
    'provider configuration missing while getting currency rate',
  ],
  'less than half a cent': [
    'fx',
    boliviaPayout({}, { amount: 0.03 }),
    limit,
    'amount: must be at least one minor unit in the billing currency',
  ],
  'no list of banks': [
    'both_down',
    choicePayout(),
    { status: 503, code: 200, reason: 'Transaction processing error' },
    'The list of banks is temporarily unavailable',
  ],
};

describe('refused before registration', () => {
  it.each(Object.entries({ ...byBody, ...byConfiguration }))(
    '%s',
    async (_name, [key, body, expected, description]) => {
      const caller = createMerchant(urls.api, `mk_test_${key}`);
      const { reference } = body;
      expectError(await caller.post(payouts, body), { ...expected, description, reference });
      const check = await caller.get(`${payouts}/${reference}`);
      expectError(check, { status: 404, code: 35, reason: 'Resource not found', reference });
      expect(await books.rows('select from transactions where reference = $1', reference)).toEqual([]);
    },
  );

  it.each(['', 'null', ' null '])('nothing is sent (%j): 1 Request cannot be null', async (body) => {
    const nullRequest = { status: 400, code: 1, reason: 'Request cannot be null' };
    expectError(await merchant.postRaw(payouts, body), {
      ...nullRequest,
      description: 'The body is empty or null',
    });
  });

  it.each(['[]', '"pix"', '{"method":"pix","method":"pix"}', '{'])('%s: 30', async (body) => {
    expectError(await merchant.postRaw(payouts, body), invalid);
  });

  it('a disabled merchant', async () => {
    const answer = await createMerchant(urls.api, 'mk_test_merchant_off').post(payouts, pixPayout());
    expectError(answer, { status: 403, code: 35, reason: 'Merchant not found' });
  });

  it('GET, as one page of the specification has it: 405, Allow: POST', async () => {
    const answer = await merchant.get(payouts);
    expectError(answer, { status: 405, code: 30, reason: 'Invalid params' });
    expect(answer.headers['allow']).toBe('POST');
  });

  it('the challenge setting is no matter where the bank is sent along', async () => {
    for (const key of ['challenge_none', 'challenge_twice', 'challenge_unsupported']) {
      const answer = await createMerchant(urls.api, `mk_test_${key}`).post(payouts, africaPayout());
      expect(answer).toMatchObject({ status: 200, body: { error_code: 0 } });
    }
  });
});

describe('billing in another currency', () => {
  const fx = createMerchant(urls.api, 'mk_test_fx');

  it.each([
    ['BRL at 0.16', pix({ amount: 10.1 }), '1.62'],
    ['a half, up: BOB at 0.125', boliviaPayout({}, { amount: 0.2 }), '0.03'],
    ['less than a half, down', boliviaPayout({}, { amount: 0.19 }), '0.02'],
  ])('%s', async (_name, body, amount) => {
    const before = await balanceOf(fx, 'EUR');
    expect((await fx.post(payouts, body)).body).toMatchObject({
      error_code: 0,
      amount: String(body['amount']),
    });
    const record = await fx.untilFinal(body.reference, 'payout');
    expect(record).toMatchObject({ status: 'success', billing_amount: amount, billing_currency: 'EUR' });
    expect(await entriesOf(books, record['identifier'])).toEqual([
      `reserve ${amount} EUR`,
      `settle ${amount} EUR`,
    ]);
    const after = await balanceOf(fx, 'EUR');
    expect(after.reserved).toBe(before.reserved);
    expect(after.available).toBeCloseTo(before.available - Number(amount), 6);
  });
});
