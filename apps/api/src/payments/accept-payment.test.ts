import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '#domain/errors/gateway-error';
import { catalogue } from '#domain/methods/catalogue';
import { requiredFields } from '#domain/methods/check-fields';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import type { ExampleBody } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { FieldRule, PlainRule } from '#domain/methods/field-rules';
import type { PaymentRequest } from '#domain/payments/payment-request';
import { acceptPayment } from './accept-payment.js';
import type { ParsedBody } from './prune-body.js';

const payments = catalogue.filter(({ type }) => type === 'payment');
const rows = payments.map((row) => [`${row.style} ${row.code}`, row] as const);
const ideal = exampleOf(methodOf('payment', 'h2h', 'ideal'));
const card = { ...exampleOf(methodOf('payment', 'h2h', 'card')), card: exampleCard };
const qrCode = exampleOf(methodOf('payment', 'hpp', 'qr_code'));

describe.each(rows)('%s', (_name, row) => {
  const example = exampleOf(row);
  const methodPath = row.style === 'hpp' ? 'widget.method' : 'method';

  it('its minimal body is accepted', () => {
    const request = accept(example);
    expect(request).toMatchObject({ row, method: row.code, style: row.style });
    expect(request.money).toEqual({ amount: String(example['amount']), currency: example['currency'] });
  });

  it.each([undefined, null, '', '  '])('a required field that is %j → 31, by path', (nothing) => {
    for (const path of requiredFields(row).filter((name) => !name.startsWith('card.'))) {
      if (path.startsWith('customer.') && example['customer'] === undefined) continue;
      expect(refusal(put(example, path, nothing))).toEqual({
        key: 'requiredFieldsMissing',
        paths: [path],
      });
    }
  });

  it('every missing field is listed at once', () => {
    const { [row.style === 'hpp' ? 'widget' : 'method']: method } = example;
    const bare = { [row.style === 'hpp' ? 'widget' : 'method']: method };
    const inOptional = (path: string) => row.optionalObjects?.some((name) => path.startsWith(`${name}.`));
    const paths = requiredFields(row).filter((path) => !inOptional(path));
    expect(refusal(bare)).toEqual({ key: 'requiredFieldsMissing', paths });
  });

  it('each broken rule → 30, by path', () => {
    for (const { body, path } of row.rules.map((rule) => broken(rule, example))) {
      expect(refusal(body)).toEqual({ key: 'invalidParams', paths: [path] });
    }
  });

  it('each field of the wrong type → 30, by path', () => {
    const wrong = [...requiredFields(row), ...row.conditional].filter(
      (path) => !['extra', 'card', 'amount'].includes(path),
    );
    for (const path of wrong.filter((name) => !name.startsWith('card.'))) {
      expect(refusal(put(example, path, { wrong: true }))).toEqual({ key: 'invalidParams', paths: [path] });
    }
  });

  it('the other JSON type for amount → 30', () => {
    const amount = row.amount === 'string' ? 10 : '10';
    expect(refusal({ ...example, amount })).toEqual({ key: 'invalidParams', paths: ['amount'] });
  });

  it.each(['0', '-1', '1e1', '1000000000000000', 'true', '[1]'])('amount %s → 30', (text) => {
    const written = row.amount === 'string' && /^\W?\d/.test(text) ? JSON.stringify(text) : text;
    expect(refusalOfText(withAmount(example, written))).toEqual({ key: 'invalidParams', paths: ['amount'] });
  });

  it('decimals are taken by number and string amounts alone, as many as the currency has', () => {
    const quoted = (text: string) => (row.amount === 'string' ? JSON.stringify(text) : text);
    const tooFine = refusalOfText(withAmount(example, quoted('10.100')));
    expect(tooFine).toEqual({ key: 'invalidParams', paths: ['amount'] });
    if (row.amount === 'integer') {
      expect(refusalOfText(withAmount(example, '10.0')).key).toBe('invalidParams');
    } else {
      const request = acceptPayment(parsed(withAmount(example, quoted('10.10'))));
      expect(request.money.amount).toBe('10.10');
    }
  });

  it('no ISO 4217 currency → 31 Invalid currency, over every 30', () => {
    for (const currency of ['ZZZ', 'eur', 'EURO']) {
      expect(refusal({ ...example, currency, amount: -1 })).toEqual({ key: 'invalidCurrency', paths: [] });
    }
    expect(refusal({ ...example, currency: 978 })).toEqual({ key: 'invalidParams', paths: ['currency'] });
  });

  it('a real currency → 1051, unless the method takes it', () => {
    for (const currency of ['USD', 'JPY', 'BRL', 'XCG'].filter((code) => !row.currencies.includes(code))) {
      const outcome = outcomeOf({ ...example, currency, amount: row.amount === 'string' ? '10' : 10 });
      expect(outcome).toBe(row.currencies === 'any' ? 'accepted' : 'currencyNotTaken');
    }
  });

  it('unknown method → 1054 Invalid method', () => {
    expect(refusal(put(example, methodPath, 'no_such_method')).key).toBe('methodUnknown');
  });

  it('a method of the other direction → 1054 Invalid type', () => {
    const other = put(example, methodPath, 'bank_transfer_bolivia');
    expect(refusal(other).key).toBe('methodOfOtherDirection');
  });

  it.each(['QR_CODE', 'QrCode', 'qr-code', 'qr__code', ' ideal', '_ideal'])('method %j → 30', (value) => {
    expect(refusal(put(example, methodPath, value))).toEqual({ key: 'invalidParams', paths: [methodPath] });
  });

  it('method together with widget → 30', () => {
    const both = { ...example, method: row.code, widget: { method: row.code } };
    expect(refusal(both)).toEqual({ key: 'invalidParams', paths: ['method'] });
  });

  it('a style that the method does not have → 30', () => {
    const { method: _method, widget: _widget, ...rest } = example;
    const moved = row.style === 'h2h' ? { widget: { method: row.code } } : { method: row.code };
    const hasBothStyles = ['card', 'p2c'].includes(row.code);
    expect(outcomeOf({ ...rest, ...moved }) === 'invalidParams').toBe(!hasBothStyles);
  });

  it('card where it has no place → 30 on card alone', () => {
    const outcome = outcomeOf({ ...example, card: exampleCard });
    expect(outcome).toBe(row.carriesCard ? 'accepted' : 'invalidParams');
    if (!row.carriesCard) {
      expect(refusal({ ...example, card: { pan: 1 } })).toEqual({ key: 'invalidParams', paths: ['card'] });
    }
  });

  it('mode, when present, is initial', () => {
    expect(accept({ ...example, mode: 'initial' }).mode).toBe('initial');
    expect(refusal({ ...example, mode: 'recurring' })).toEqual({ key: 'invalidParams', paths: ['mode'] });
  });

  it('URLs that the method does not have are ignored, its own are checked', () => {
    for (const field of ['redirect_url', 'cancel_url', 'error_url', 'callback_url'] as const) {
      const outcome = outcomeOf({ ...example, [field]: 'ftp://shop.example.com' });
      expect(outcome).toBe(row.urls[field] === undefined ? 'accepted' : 'invalidParams');
    }
  });
});

describe('general formats → 30, by path', () => {
  const long = (length: number) => 'a'.repeat(length);
  const malformed: readonly (readonly [string, unknown])[] = [
    ...['.', '..', long(129), 'a\nb', 'a\u0000', '\ud800'].map((text) => ['reference', text] as const),
    ['description', long(1025)],
    ['description', 'a\u0000b'],
    ...['ana', 'ana@', '@example.com', 5].map((text) => ['customer.email', text] as const),
    ...['12', 'phone', '+1 2345 x'].map((text) => ['customer.phone', text] as const),
    ...['nl', 'NLD', 'XX'].map((text) => ['customer.country', text] as const),
    ...['nl-NH', 'NL-', 'NL-ABCD', 'N H'].map((text) => ['customer.state_code', text] as const),
    ...['1990-02-30', '1990-2-3', '17.05.1990', '1990-05-17T00:00:00Z'].map(
      (text) => ['customer.birthday', text] as const,
    ),
    ...['1.2.3', '1.2.3.256', 'localhost', '::g'].map((text) => ['customer.ip', text] as const),
    ['customer.identifier', long(256)],
    ['customer.itn', 123],
    ['customer.gender', true],
    ...['//a.com', 'https://', 'https://u:p@a.com/', 'https://u@a.com', 'javascript:alert(1)'].map(
      (text) => ['redirect_url', text] as const,
    ),
    ['callback_url', `https://a.com/${long(2048)}`],
    ['callback_url', ['https://a.com']],
    ['customer', 'text'],
    ['customer', []],
    ['customer', 5],
    ['extra', 'text'],
    ['extra', []],
    ['extra.meta', 'text'],
    ['extra.meta', [1]],
    ['extra.meta.key', { deep: 1 }],
    ['extra.meta.key', [1]],
    ['extra.meta.key', long(256)],
    ['extra.meta.meta_data1', 1],
    ['extra.meta.meta_data2', '1'],
    ['extra.meta.meta_data2', 1.5],
    ['extra.meta.meta_data3', 'true'],
    ['extra.meta.meta_data4', '2024-02-30T10:00:00+01:00'],
    ['extra.meta.meta_data4', '2024-02-29T10:00:00'],
  ];

  it.each(malformed)('%s: %j', (path, value) => {
    expect(refusal(put(ideal, path, value))).toEqual({ key: 'invalidParams', paths: [path] });
  });

  const wellFormed: readonly (readonly [string, unknown])[] = [
    ...['a', '...', long(128), '𝒜'.repeat(128), 'ordre n° 7/é'].map((text) => ['reference', text] as const),
    ['description', '𝒜'.repeat(1024)],
    ['customer.phone', '+31 (0)6 1234-5678'],
    ...['NH', 'NL-NH', 'US-CA', '13'].map((text) => ['customer.state_code', text] as const),
    ...['203.0.113.7', '2001:db8::1'].map((text) => ['customer.ip', text] as const),
    ['customer.birthday', '2000-02-29'],
    ['customer.unknown_field', { anything: [1] }],
    ...['http://localhost:3002/merchant/done', 'https://a.com/?a=b#c', 'http://127.0.0.1/'].map(
      (text) => ['redirect_url', text] as const,
    ),
    ['extra.meta.meta_data2', -3],
    ['extra.meta.meta_data4', '2024-02-29T10:00:00.5+01:00'],
    ['extra.meta.anything', false],
    ['extra.other', [1, 2]],
    ['lang', 5],
    ['channel_code', 5],
    ['unknown', { anything: null }],
  ];

  it.each(wellFormed)('but not %s: %j', (path, value) => {
    expect(outcomeOf(put(ideal, path, value))).toBe('accepted');
  });

  it.each(['en', 'pt-BR', 'zh-Hant-TW', 'x-private', 'tlh'])('widget.locale %s is a BCP 47 tag', (locale) => {
    expect(accept(put(qrCode, 'widget.locale', locale)).locale).toBe(locale);
  });

  it.each(['en_US', 'e', 'english language', 5])('widget.locale %j is none → 30', (locale) => {
    expect(refusal(put(qrCode, 'widget.locale', locale))).toEqual({
      key: 'invalidParams',
      paths: ['widget.locale'],
    });
  });

  it('qr_code without widget.locale is shown in en', () => {
    expect(accept(qrCode).locale).toBe('en');
  });
});

describe('card', () => {
  it.each([
    ['pan', '4242424242424241'],
    ['pan', '4242 4242 4242 4242'],
    ['pan', 4242424242424242],
    ['exp_month', '13'],
    ['exp_year', '205'],
    ['cvv', '12'],
    ['cvv', '12345'],
    ['holder_name', 'A'],
    ['holder_name', 'A'.repeat(121)],
  ])('%s %j → 30, without the value', (name, value) => {
    const error = thrown({ ...card, card: { ...exampleCard, [name]: value } });
    expect([error.key, ...error.fields.map(({ path }) => path)]).toEqual(['invalidParams', `card.${name}`]);
    expect(error.message).not.toContain(String(value));
  });

  it.each(Object.keys(exampleCard))('without %s inside the object → 31', (name) => {
    const { [name]: _removed, ...rest } = exampleCard as Readonly<Record<string, string>>;
    expect(refusal({ ...card, card: rest })).toEqual({
      key: 'requiredFieldsMissing',
      paths: [`card.${name}`],
    });
  });

  it('is optional as a whole, month and year are kept in full', () => {
    const { card: _card, ...without } = card;
    expect(accept(without).card).toBeUndefined();
    expect(accept({ ...card, card: { ...exampleCard, exp_month: '7', exp_year: '35' } }).card).toEqual({
      pan: '4242424242424242',
      cvv: '123',
      expMonth: '07',
      expYear: '2035',
      holderName: 'Ana Silva',
    });
  });
});

describe('stages answer alone, in order', () => {
  it('31 wins over 30, 30 over 1054 and 1051', () => {
    const worst = { ...ideal, amount: 'x', currency: 'USD', reference: undefined };
    expect(refusal(worst)).toEqual({ key: 'requiredFieldsMissing', paths: ['reference'] });
    expect(refusal({ ...worst, reference: 'a' })).toEqual({ key: 'invalidParams', paths: ['amount'] });
    expect(refusal({ ...worst, reference: 'a', amount: 1 }).key).toBe('currencyNotTaken');
    expect(refusal({ ...ideal, method: 'unknown', amount: true }).key).toBe('invalidParams');
    expect(refusal({ ...ideal, method: 'unknown', currency: 'USD' }).key).toBe('methodUnknown');
  });

  it('Required fields are missing wins over Invalid currency', () => {
    expect(refusal({ ...ideal, currency: 'ZZZ', mode: '' }).key).toBe('requiredFieldsMissing');
  });

  it('all malformed fields are listed at once, each once', () => {
    const body = put(put(put(qrCode, 'customer.phone', '1'), 'customer.email', 'x'), 'amount', 0);
    expect(refusal(body).paths.toSorted()).toEqual(['amount', 'customer.email', 'customer.phone']);
  });

  it.each([{}, { widget: {} }, { widget: null, method: ' ' }])('no method in %j → 31', (named) => {
    const { method: _method, ...rest } = ideal;
    expect(refusal({ ...rest, ...named })).toEqual({
      key: 'requiredFieldsMissing',
      paths: ['method or widget.method'],
    });
  });

  it.each(['text', [], 5, true])('widget %j → 30 on widget alone', (widget) => {
    const { method: _method, ...rest } = ideal;
    expect(refusal({ ...rest, widget })).toEqual({ key: 'invalidParams', paths: ['widget'] });
  });

  it('where the method is unknown or in the wrong style only reference, currency and amount are required', () => {
    for (const method of ['unknown', 'bank_transfer_bolivia', 'pix']) {
      const paths = ['reference', 'currency', 'amount'];
      expect(refusal({ method })).toEqual({ key: 'requiredFieldsMissing', paths });
      expect(refusal({ method, reference: 'a', currency: 'EUR', amount: 1 }).key).not.toBe(
        'requiredFieldsMissing',
      );
    }
  });

  it('card with widget → 30, also for an unknown method', () => {
    const body = { ...qrCode, widget: { method: 'unknown' }, card: exampleCard };
    expect(refusal(body)).toEqual({ key: 'invalidParams', paths: ['card'] });
  });

  it('an empty customer on ussd lacks its identifier', () => {
    const ussd = exampleOf(methodOf('payment', 'h2h', 'ussd'));
    expect(accept(ussd).customer).toEqual({});
    expect(refusal({ ...ussd, customer: {} }).paths).toEqual(['customer.identifier']);
  });

  it('every refusal names the reference, when it can be named', () => {
    expect(thrown({ ...ideal, amount: -1, reference: 'order-9' }).reference).toBe('order-9');
    expect(thrown({ ...ideal, reference: '..' }).reference).toBeUndefined();
  });
});

describe('what is accepted', () => {
  it('keeps numbers in extra.meta as written', () => {
    const text = JSON.stringify({ ...ideal, extra: { meta: { price: 0, note: 'é"', gone: null } } });
    const request = acceptPayment(parsed(text.replace('"price":0', '"price":1.500')));
    expect(request.metaText).toBe('{"price":1.500,"note":"é\\""}');
    expect(request.meta).toEqual({ price: 1.5, note: 'é"' });
  });

  it('holds the canonical name for an alias', () => {
    const pix = exampleOf(methodOf('payment', 'hpp', 'pix'));
    expect(accept({ ...pix, widget: { method: 'pix_br' } }).method).toBe('pix');
  });

  it('knows the customer by the fields of the specification only', () => {
    const request = accept(put(put(ideal, 'customer.note', 'x'), 'customer.email', null));
    expect(request.customer).toEqual({
      identifier: 'customer-1',
      first_name: 'Ana',
      last_name: 'Silva',
      country: 'NL',
    });
  });

  it('nothing in a body makes it fail with anything but a GatewayError', () => {
    const keys = fc.constantFrom(
      ...Object.keys(card),
      'extra',
      'widget',
      '__proto__',
      'constructor',
      'toString',
    );
    const inner = fc.constantFrom('meta', 'identifier', 'pan', 'method', '__proto__', 'constructor', 'value');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double());
    const nested = fc.dictionary(inner, fc.oneof(leaf, fc.array(leaf), fc.dictionary(inner, leaf)));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.oneof(leaf, nested, fc.array(nested))), (changes) => {
        const body = Object.fromEntries([...Object.entries(card), ...Object.entries(changes)]);
        expect(typeof outcomeOf(body)).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});

function accept(body: ExampleBody): PaymentRequest {
  return acceptPayment(parsed(JSON.stringify(body)));
}

function parsed(text: string): ParsedBody {
  return parse(text) as ParsedBody;
}

/** The key of the refusal, or `accepted`. Anything but a GatewayError is thrown on. */
function outcomeOf(body: ExampleBody): string {
  try {
    accept(body);
    return 'accepted';
  } catch (error) {
    if (error instanceof GatewayError) return error.key;
    throw error;
  }
}

type Refusal = { readonly key: string; readonly paths: readonly string[] };

function refusal(body: ExampleBody): Refusal {
  return refusalOfText(JSON.stringify(body));
}

function refusalOfText(text: string): Refusal {
  const { key, fields } = thrownByText(text);
  return { key, paths: fields.map(({ path }) => path) };
}

function thrown(body: ExampleBody): GatewayError {
  return thrownByText(JSON.stringify(body));
}

function thrownByText(text: string): GatewayError {
  try {
    acceptPayment(parsed(text));
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error(`Accepted, though it should be refused: ${text}`);
}

function put(body: ExampleBody, path: string, value: unknown): ExampleBody {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = body[first];
  const object = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  return { ...body, [first]: put(object, rest.join('.'), value) };
}

function withAmount(body: ExampleBody, text: string): string {
  return JSON.stringify({ ...body, amount: '@' }).replace('"@"', text);
}

/** The example with one rule broken, and the path at fault. */
function broken(rule: FieldRule, example: ExampleBody): { body: ExampleBody; path: string } {
  const plain: PlainRule = 'when' in rule ? rule.must : rule;
  const body = 'when' in rule ? put(example, rule.when, rule.is[0]) : example;
  return { body: put(body, plain.path, '!'), path: plain.path };
}
