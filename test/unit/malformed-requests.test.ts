import { afterAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { startApiInProcess } from '../stack/api-in-process.js';
import { doubled, replaced, sendLines, sendSigned, signedLines, without } from '../fakes/signed-request.js';
import type { HeaderLines } from '../fakes/signed-request.js';

/**
 * Contract §3 and §5: every malformed request gets its error, with all that is wrong at once. Method: the api without Postgres,
 * so that nothing can be registered.
 */
const running = await startApiInProcess();
const { url } = running;
const merchant = createMerchant(url);
const reference = newReference();
const target = '/v2/payment';
const card = '4242424242424242';

afterAll(() => running.stop());

type Fields = Readonly<Record<string, unknown>>;
const ideal = (changes: Fields = {}): Fields => ({ ...idealBody(), reference, ...changes });
const ussd = (changes: Fields = {}): Fields => ({
  ...ussdBody('https://shop.example.com'),
  reference,
  ...changes,
});
const paidByCard = (changes: Fields = {}): Fields => ({ ...cardBody(card), reference, ...changes });
const pix = (changes: Fields = {}): Fields => ({ ...pixBody(), reference, ...changes });
/** The body with a number in it as no JavaScript number is written. */
const withAmount = (body: object, written: string) =>
  JSON.stringify({ ...body, amount: '@' }).replace('"@"', written);
/** An otherwise good body whose unknown field makes it so deep, the body itself counted. */
const deep = (depth: number) =>
  JSON.stringify(ideal({ junk: '@' })).replace('"@"', '['.repeat(depth - 1) + ']'.repeat(depth - 1));
const send = (body: string | Buffer) => sendSigned(url, { method: 'POST', target, body });

describe('the body as bytes', () => {
  const malformed: Record<string, readonly [string | Buffer, RegExp]> = {
    'not JSON': ['{"method":', /JSON/],
    words: ['hello', /JSON/],
    'a trailing comma': ['{"a":1,}', /JSON/],
    'a leading zero': [withAmount(ideal(), '010'), /JSON/],
    NaN: [withAmount(ideal(), 'NaN'), /JSON/],
    'not UTF-8': [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    'UTF-16': [Buffer.from(JSON.stringify(ideal()), 'utf16le'), /JSON|UTF-8|U\+0000/],
    'a byte order mark': [Buffer.from(`\uFEFF${JSON.stringify(ideal())}`), /byte order mark/],
    'an array': [JSON.stringify([ideal()]), /object/],
    'a string': ['"ideal"', /object/],
    'a number': ['10', /object/],
    'a key twice': [JSON.stringify(ideal()).replace('{', '{"amount":10.1,'), /same key twice/],
    'a key twice, once escaped': ['{"a":1,"\\u0061":1}', /same key twice/],
    '17 levels': [deep(17), /more than 16 levels/],
    '30000 levels': ['['.repeat(30_000), /more than 16 levels/],
    'a key __proto__': ['{"__proto__":{"method":"ideal"}}', /__proto__/],
    'a key __proto__, deep inside': ['{"extra":{"meta":{"__proto__":{"a":1}}}}', /__proto__/],
    'a key constructor': ['{"customer":{"constructor":{"prototype":{}}}}', /constructor/],
    'a NUL': ['{"reference":"a\\u0000b"}', /U\+0000/],
    'half of a surrogate pair': ['{"reference":"a\\ud800"}', /surrogate/],
  };
  it.each(Object.entries(malformed))('%s gets 30', async (_name, [body, description]) => {
    expectError(await send(body), { status: 400, code: 30, reason: 'Invalid params', description });
  });

  it.each(['', ' \n\t\r', 'null', ' null\n'])('%j gets 31', async (body) => {
    expectError(await send(body), { status: 400, code: 31, reason: 'Required fields are missing' });
  });

  it('one byte above 64 KiB gets 413', async () => {
    const body = JSON.stringify(ideal()).padEnd(64 * 1024 + 1, ' ');
    expectError(await send(body), { status: 413, code: 30, reason: 'Invalid params', description: /64 KiB/ });
  });
});

describe('the content type', () => {
  const parts = { method: 'POST', target, body: '{}' };
  const withType = (type: string) => replaced(signedLines(url, parts), 'Content-Type', type);
  const refused: Record<string, HeaderLines> = {
    'is missing': without(signedLines(url, parts), 'Content-Type'),
    'is doubled': doubled(signedLines(url, parts), 'Content-Type'),
    'names two types': withType('application/json, application/json'),
    'is text': withType('text/plain'),
    'is a form': withType('application/x-www-form-urlencoded'),
    'is multipart': withType('multipart/form-data; boundary=x'),
    'has a JSON suffix': withType('application/problem+json'),
    'has another parameter': withType('application/json;; boundary=x;'),
    'has two charsets': withType('application/json; charset=utf-8; charset=utf-8'),
    'is not a content type': withType('json'),
  };
  it.each(Object.entries(refused))('415 when it %s', async (_name, lines) => {
    const answer = await sendLines(url, lines, parts);
    expectError(answer, { status: 415, code: 30, reason: 'Invalid params', description: /Content-Type/ });
  });

  it('415 when it is missing and there is no body either', async () => {
    const empty = { method: 'POST', target };
    const answer = await sendLines(url, without(signedLines(url, empty), 'Content-Type'), empty);
    expectError(answer, { status: 415, code: 30, reason: 'Invalid params' });
  });

  it('is looked at after the signature', async () => {
    const lines: HeaderLines = [
      ['Host', 'localhost'],
      ['Content-Type', 'json'],
    ];
    expectError(await sendLines(url, lines, parts), { status: 401, code: 5, reason: 'Forbidden' });
  });

  it('is looked at after the method', async () => {
    const put = { ...parts, method: 'PUT' };
    const lines = replaced(signedLines(url, put), 'Content-Type', 'text/plain');
    expectError(await sendLines(url, lines, put), { status: 405, code: 30, reason: 'Invalid params' });
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
    'application/json;',
    'application/json;charset=utf-8;',
    'application/json ; ;\tcharset=utf-8 ; ',
  ])('may be %s', async (type) => {
    const answer = await sendLines(url, withType(type), parts);
    expectError(answer, { status: 400, code: 31, reason: 'Required fields are missing' });
  });
});

/** Error 31 or 30, with exactly these fields in the description. */
async function expectFields(body: object | string, code: 30 | 31, paths: readonly string[]): Promise<void> {
  const answer = await send(typeof body === 'string' ? body : JSON.stringify(body));
  const parsed = JSON.parse(answer.text) as { description: string; reference?: string };
  expectError(answer, {
    status: 400,
    code,
    reason: code === 31 ? 'Required fields are missing' : 'Invalid params',
    ...(parsed.reference === undefined ? {} : { reference }),
  });
  const named = parsed.description.split('; ').map((field) => field.split(':')[0]);
  expect(named).toHaveLength(paths.length);
  expect(new Set(named)).toEqual(new Set(paths));
}

describe('required fields (31)', () => {
  const always = ['reference', 'currency', 'amount'];
  const customer = ['identifier', 'first_name', 'last_name', 'country'].map((name) => `customer.${name}`);
  const bodies: Record<string, readonly [object, readonly string[]]> = {
    'of an empty object': [{}, ['method or widget.method', ...always]],
    'of a method alone': [{ method: 'ideal' }, ['mode', ...always, ...customer]],
    'of an unknown method': [{ method: 'no_such' }, always],
    'of a method of the other direction': [{ method: 'pix' }, [...always, 'method']],
    'of an empty widget': [{ widget: {} }, ['method or widget.method', ...always]],
    'that are null, empty or blank': [
      ideal({
        mode: null,
        currency: '',
        customer: { ...(ideal()['customer'] as object), first_name: ' \t' },
      }),
      ['mode', 'currency', 'customer.first_name'],
    ],
    'inside an object that is missing': [ideal({ customer: null }), customer],
    'inside an object that was sent': [ussd({ customer: {} }), ['customer.identifier']],
    'of ussd, URLs among them': [
      ussd({ channel_code: null, redirect_url: null, callback_url: null }),
      ['channel_code', 'redirect_url', 'callback_url'],
    ],
    'of a card that was sent': [
      paidByCard({ card: { pan: card } }),
      ['card.exp_month', 'card.exp_year', 'card.holder_name', 'card.cvv'],
    ],
    'win over malformed ones, which are named after them': [
      ideal({ mode: null, amount: 'x', currency: 'XXY', redirect_url: 'ftp://a' }),
      ['mode', 'currency', 'redirect_url', 'amount'],
    ],
  };
  it.each(Object.entries(bodies))('%s', (_name, [body, paths]) => expectFields(body, 31, paths));

  it.each(['eur', 'XXY', 'EURO', '€'])(
    'the unknown currency %s wins over malformed fields',
    async (currency) => {
      const answer = await merchant.post(target, ideal({ currency, amount: -1 }));
      expectError(answer, { status: 400, code: 31, reason: 'Invalid currency', reference });
    },
  );
});

describe('malformed fields (30)', () => {
  const amounts: readonly (readonly [object, string])[] = [
    ...['"10.1"', '10.123', '10.100', '1e1', '1E+1', '1e400'].map((written) => [ideal(), written] as const),
    ...['1e-400', '-1', '-0', '0', '0.00', 'true', '{}', '[]'].map((written) => [ideal(), written] as const),
    [ideal(), '1234567890123456'],
    ...['1500.0', '1500.5', '15e2', '"1500"', '-1500', '0'].map((written) => [ussd(), written] as const),
    ...['25.0', '25.5', '2.5e1'].map((written) => [paidByCard(), written] as const),
    ...['"99.9"', '99.999'].map((written) => [pix(), written] as const),
  ];
  it.each(amounts)('%# an amount %s', (body, written) =>
    expectFields(withAmount(body, written), 30, ['amount']),
  );

  const told: readonly (readonly [object, string, string])[] = [
    [ideal(), '-1', 'amount: must be positive'],
    [ussd(), '-10.5', 'amount: must be positive'],
    [paidByCard(), '25.50', 'amount: must be a whole number of major units, no cents'],
  ];
  it.each(told)('%# the amount %s %s', async (body, written, description) => {
    const answer = await send(withAmount(body, written));
    expectError(answer, { status: 400, code: 30, reason: 'Invalid params', reference, description });
  });

  it.each(['customer', 'extra', 'card', 'widget'])(
    '%s of another JSON type, whose children are not listed',
    async (name) => {
      const body = name === 'card' ? paidByCard() : name === 'widget' ? pix() : ideal();
      for (const value of ['text', 5, true, [], [{}]])
        await expectFields({ ...body, [name]: value }, 30, [name]);
    },
  );

  const shapes: Record<string, readonly [object, readonly string[]]> = {
    'both method and widget': [ideal({ widget: { method: 'pix' } }), ['method']],
    'the method of the page, sent directly': [ideal({ method: 'multibanco' }), ['method']],
    'a direct method on the page': [pix({ widget: { method: 'ideal' } }), ['widget.method']],
    'a method as a number': [ideal({ method: 5 }), ['method']],
    'a method not in snake case': [ideal({ method: 'Ideal' }), ['method']],
    'a mode other than initial': [ideal({ mode: 'recurring' }), ['mode']],
    'a currency as a number': [ideal({ currency: 978 }), ['currency']],
    'a card on another method': [ideal({ card: { pan: card } }), ['card']],
    'a card with widget': [pix({ card: { pan: card } }), ['card']],
    'metadata that is a list': [ideal({ extra: { meta: ['a'] } }), ['extra.meta']],
    'metadata with an object': [ideal({ extra: { meta: { a: { b: 1 } } } }), ['extra.meta.a']],
    'typed metadata': [
      ideal({ extra: { meta: { meta_data1: 1, meta_data2: 1.5, meta_data3: 'yes', meta_data4: 'today' } } }),
      [1, 2, 3, 4].map((n) => `extra.meta.meta_data${n}`),
    ],
    'a card without sense': [
      paidByCard({
        card: { pan: '4242424242424241', exp_month: '13', exp_year: '123', cvv: '12', holder_name: 'A' },
      }),
      ['pan', 'exp_month', 'exp_year', 'cvv', 'holder_name'].map((name) => `card.${name}`),
    ],
    'a card in numbers': [
      paidByCard({ card: { ...(paidByCard()['card'] as object), pan: 4242424242424242, cvv: 737 } }),
      ['card.pan', 'card.cvv'],
    ],
    'everything at once': [
      ideal({
        mode: 1,
        amount: '1',
        description: 'a'.repeat(1025),
        redirect_url: 'javascript:alert(1)',
        callback_url: 'https://user:secret@shop.example.com/',
        customer: {
          ...(ideal()['customer'] as object),
          first_name: 5,
          country: 'nl',
          email: 'a@',
          ip: '1.2.3',
          birthday: '2023-02-29',
        },
      }),
      [
        'mode',
        'amount',
        'description',
        'redirect_url',
        'callback_url',
        ...['first_name', 'country', 'email', 'ip', 'birthday'].map((name) => `customer.${name}`),
      ],
    ],
  };
  it.each(Object.entries(shapes))('%s', (_name, [body, paths]) => expectFields(body, 30, paths));

  it.each(['.', '..', 'a\u0001b', 'a\u007fb', 'r'.repeat(129)])(
    'a reference %j, which is not repeated',
    async (bad) => {
      const answer = await merchant.post(target, idealBody({}, { reference: bad }));
      expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description: /^reference: / });
    },
  );
});
