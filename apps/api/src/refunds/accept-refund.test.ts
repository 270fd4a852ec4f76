import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '#domain/errors/gateway-error';
import { JsonNumber } from '#domain/values/json';
import { parseBody } from '../http/parse-body.js';
import { acceptRefund } from './accept-refund.js';

/** A body with what is required, and these members as they stand in JSON. */
function written(members: string): string {
  const comma = members === '' ? '' : ',';
  return `{"reference":"r-1","payment_reference":"ord-1"${comma}${members}}`;
}

function accept(text: string) {
  const reading = parseBody(Buffer.from(text));
  if (reading.kind !== 'object') throw new Error('The test sends a JSON object');
  return acceptRefund(reading.value);
}

function refusalOf(text: string): Pick<GatewayError, 'key' | 'description' | 'fields' | 'reference'> {
  try {
    accept(text);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('The body was accepted');
}

describe('what a refund requires (contract §15.2)', () => {
  it.each([
    ['{}', 'reference: is required; payment_reference: is required'],
    ['{"reference":" ","payment_reference":null}', 'reference: is required; payment_reference: is required'],
    ['{"reference":"r-1"}', 'payment_reference: is required'],
    ['{"payment_reference":"ord-1"}', 'reference: is required'],
    [
      '{"paymentReference":"ord-1","reference":"r-1"}',
      'payment_reference: is required; paymentReference: is unknown; is payment_reference meant?',
    ],
    [
      '{"payment_reference":"ord-1","currency":"EURO","amount":-1}',
      'reference: is required; currency: must be an ISO 4217 code in upper case; amount: must be positive',
    ],
  ])('%s is 31: %s', (text, description) => {
    expect(refusalOf(text)).toMatchObject({ key: 'requiredFieldsMissing', description });
  });

  it.each(['"EURO"', '"eur"', '"XXX"'])('currency %s is 31, before anything malformed', (currency) => {
    expect(refusalOf(written(`"currency":${currency},"amount":0,"reason":"why"`))).toMatchObject({
      key: 'invalidCurrency',
      reference: 'r-1',
      fields: [{ path: 'currency' }, { path: 'reason' }, { path: 'amount' }],
    });
  });
});

describe('the amount of a refund (contract §15.1)', () => {
  it.each([
    ['4.50', '4.50'],
    ['"4.50"', '4.50'],
    ['4.5', '4.5'],
    ['"0.01"', '0.01'],
    ['100', '100'],
    ['999999999999999.99', '999999999999999.99'],
  ])('%s is kept as it was written', (amount, kept) => {
    expect(accept(written(`"amount":${amount}`)).amount).toBe(kept);
    expect(accept(written(`"amount":${amount},"currency":"EUR"`))).toMatchObject({
      amount: kept,
      currency: 'EUR',
    });
  });

  it('may be left out, and so may the currency', () => {
    const { amount, currency } = accept(written(''));
    expect([amount, currency]).toEqual([undefined, undefined]);
  });

  it.each(['null', '""', '" "', String.raw`"\u200b"`])(
    '%s is refused: no slip refunds everything',
    (amount) => {
      expect(refusalOf(written(`"amount":${amount}`))).toMatchObject({
        key: 'invalidParams',
        description: 'amount: must not be blank or null; leave it out to refund all that is left',
      });
    },
  );

  it.each([
    ['0', 'must be positive'],
    ['"0.00"', 'must be positive'],
    ['-1', 'must be positive'],
    ['"-0.01"', 'must be positive'],
    ['1e1', 'must be a plain decimal of at most 15 digits before the point, without an exponent'],
    ['"1,5"', 'must be a plain decimal of at most 15 digits before the point, without an exponent'],
    ['"01"', 'must be a plain decimal of at most 15 digits before the point, without an exponent'],
    ['"1."', 'must be a plain decimal of at most 15 digits before the point, without an exponent'],
    [
      '1000000000000000',
      'must be a plain decimal of at most 15 digits before the point, without an exponent',
    ],
    ['" 1"', 'must be a plain decimal of at most 15 digits before the point, without an exponent'],
    ['true', 'must be a JSON number or string'],
    ['[1]', 'must be a JSON number or string'],
    ['{}', 'must be a JSON number or string'],
  ])('%s is 30: %s', (amount, problem) => {
    expect(refusalOf(written(`"amount":${amount}`))).toMatchObject({
      key: 'invalidParams',
      description: `amount: ${problem}`,
    });
  });

  it.each([
    ['4.505', 'EUR', 2],
    ['"10.100"', 'EUR', 2],
    ['1.0', 'CLP', 0],
  ])('%s has too many decimals for its own currency, %s', (amount, currency, decimals) => {
    expect(refusalOf(written(`"amount":${amount},"currency":"${currency}"`))).toMatchObject({
      key: 'invalidParams',
      description: `amount: must have at most ${decimals} decimals`,
    });
  });

  it('may have any decimals without a currency: those of the payment are not known yet', () => {
    expect(accept(written('"amount":1.0005')).amount).toBe('1.0005');
  });
});

describe('the other fields of a refund', () => {
  it.each([
    ['"currency":978', 'currency: must be a string of at most 255 characters'],
    ['"reason":"why"', 'reason: must be one of requested_by_customer, duplicate, fraud, other'],
    ['"reason":1', 'reason: must be one of requested_by_customer, duplicate, fraud, other'],
    [`"description":"${'x'.repeat(141)}"`, 'description: must be a string of at most 140 characters'],
    [
      '"callback_url":"ftp://shop.example"',
      'callback_url: must be an http or https URL without user info, of at most 2048 characters',
    ],
    ['"extra":1', 'extra: must be a JSON object'],
    ['"extra":{"meta":[]}', 'extra.meta: must be a JSON object'],
    [
      '"extra":{"meta":{"a":{}}}',
      'extra.meta.a: must be a string of at most 255 characters, a number or a boolean',
    ],
    [
      '"extra":{"meta":{"a":1e309}}',
      'extra.meta.a: must be a number of at most 255 characters and at most 1e308 in size',
    ],
  ])('%s is 30: %s', (member, description) => {
    expect(refusalOf(written(member))).toMatchObject({ key: 'invalidParams', description, reference: 'r-1' });
  });

  it.each([
    ['"payment_reference":5', 'payment_reference'],
    ['"payment_reference":".."', 'payment_reference'],
    [String.raw`"payment_reference":"a\u0001"`, 'payment_reference'],
    [`"payment_reference":"${'x'.repeat(129)}"`, 'payment_reference'],
  ])('%s is 30, as a reference is', (member, path) => {
    const { key, description } = refusalOf(`{"reference":"r-1",${member}}`);
    expect([key, description]).toEqual([
      'invalidParams',
      `${path}: must be 1 to 128 characters without control characters, not . or ..`,
    ]);
  });

  it('are all named that fail', () => {
    const text =
      '{"reference":".","payment_reference":1,"amount":"","reason":"x","description":7,"extra":{"meta":{"a":[]}}}';
    const { fields, reference } = refusalOf(text);
    expect(new Set(fields.map(({ path }) => path))).toEqual(
      new Set(['reference', 'payment_reference', 'amount', 'reason', 'description', 'extra.meta.a']),
    );
    expect(fields).toHaveLength(6);
    expect(reference).toBeUndefined();
  });

  it('are kept as written, and fields that a refund does not have are not kept at all', () => {
    const text = written(
      '"amount":4.50,"currency":"EUR","reason":"fraud","description":"Sorry ✓","callback_url":"https://shop.example/c",' +
        '"card":{"pan":1},"customer":"nobody","pix":{"account":[]},"method":7,"widget":[],"extra":{"meta":{"n":1.50,"b":true,"s":"x"}}',
    );
    expect(accept(text)).toEqual({
      reference: 'r-1',
      paymentReference: 'ord-1',
      amount: '4.50',
      currency: 'EUR',
      reason: 'fraud',
      description: 'Sorry ✓',
      callbackUrl: 'https://shop.example/c',
      meta: { n: new JsonNumber('1.50'), b: true, s: 'x' },
      metaText: '{"n":1.50,"b":true,"s":"x"}',
    });
  });

  it('count as missing where they are blank or null, but for the amount', () => {
    expect(
      accept(written('"currency":null,"reason":"","description":" ","callback_url":null,"extra":null')),
    ).toEqual({
      reference: 'r-1',
      paymentReference: 'ord-1',
      meta: {},
      metaText: '{}',
    });
  });

  it('may be of 140 characters, counted as people count them', () => {
    const description = '😀'.repeat(140);
    expect(accept(written(`"description":"${description}"`)).description).toBe(description);
  });
});
