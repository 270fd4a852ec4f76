import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonNumber } from '#domain/values/json';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { acceptPayment } from './accept-request.js';
import {
  accept,
  outcomeOf,
  outcomeOfText,
  parsed,
  put,
  refusal,
  refusalOfText,
  thrown,
  withAmount,
} from './testing/acceptance.js';
import { samples } from '../../../../../test/stack/samples.js';

const ideal = exampleOf(methodOf('payment', 'h2h', 'ideal'));
const card = { ...exampleOf(methodOf('payment', 'h2h', 'card')), card: exampleCard };
const qrCode = exampleOf(methodOf('payment', 'hpp', 'qr_code'));

describe('stages answer alone, in order', () => {
  it('31 wins over 30, 30 over 1054 and 1051', () => {
    const worst = { ...ideal, amount: 'x', currency: 'USD', reference: undefined };
    expect(refusal(worst)).toEqual({ key: 'requiredFieldsMissing', paths: ['reference', 'amount'] });
    expect(refusal({ ...worst, reference: 'a' })).toEqual({ key: 'invalidParams', paths: ['amount'] });
    expect(refusal({ ...worst, reference: 'a', amount: 1 }).key).toBe('currencyNotTaken');
    expect(refusal({ ...ideal, method: 'unknown', amount: true }).key).toBe('invalidParams');
    expect(refusal({ ...ideal, method: 'unknown', currency: 'USD' }).key).toBe('methodUnknown');
  });

  it('Required fields are missing wins over Invalid currency', () => {
    expect(refusal({ ...ideal, currency: 'ZZZ', mode: '' })).toEqual({
      key: 'requiredFieldsMissing',
      paths: ['mode', 'currency'],
    });
  });

  it('31 names what is malformed as well, so that one round corrects both', () => {
    const { reference: _reference, ...body } = put({ ...card, amount: 12.5 }, 'card.exp_month', '13');
    expect(refusal(body).paths.toSorted()).toEqual(['amount', 'card.exp_month', 'reference']);
    expect(refusal({ ...ideal, currency: 'ZZZ', amount: '5' })).toEqual({
      key: 'invalidCurrency',
      paths: ['currency', 'amount'],
    });
    expect(thrown({ ...card, reference: undefined, amount: 12.5 }).description).toBe(
      'reference: is required; amount: must be a whole number of major units, no cents',
    );
  });

  it('31 says which unknown field may be the missing one', () => {
    const { reference, ...body } = ideal;
    expect(thrown({ ...body, refrence: reference }).description).toBe(
      'reference: is required; refrence: is unknown; is reference meant?',
    );
    expect(thrown({ ...body, '4111111111111111': reference }).description).toBe('reference: is required');
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

  it('an unknown method or a wrong style requires only reference, currency and amount', () => {
    for (const method of ['unknown', 'bank_transfer_bolivia', 'pix']) {
      const required = ['reference', 'currency', 'amount'];
      const paths = method === 'pix' ? [...required, 'method'] : required;
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

  it('every refusal has the reference if it is valid', () => {
    expect(thrown({ ...ideal, amount: -1, reference: 'order-9' }).reference).toBe('order-9');
    expect(thrown({ ...ideal, reference: '..' }).reference).toBeUndefined();
  });
});

describe('an accepted request', () => {
  it.each(['10.1', '10.10', '0.01', '999999999999999.99'])('echoes amount %s as written', (text) => {
    expect(acceptPayment(parsed(withAmount(ideal, text))).money).toEqual({ amount: text, currency: 'EUR' });
  });

  it('keeps numbers in extra.meta as written', () => {
    const text = JSON.stringify({ ...ideal, extra: { meta: { price: 0, note: 'é"', gone: null } } });
    const request = acceptPayment(parsed(text.replace('"price":0', '"price":1.500')));
    expect(request.metaText).toBe('{"price":1.500,"note":"é\\""}');
    expect(request.meta).toEqual({ price: new JsonNumber('1.500'), note: 'é"' });
    expect(request.writtenMeta).toEqual({ price: '1.500', note: 'é"' });
  });

  it('holds the canonical name for an alias', () => {
    const pix = exampleOf(methodOf('payment', 'hpp', 'pix'));
    expect(accept({ ...pix, widget: { method: 'pix_br' } }).method.code).toBe('pix');
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

  it('no body makes it throw anything but a GatewayError', () => {
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
      { numRuns: samples(200) },
    );
  });
});

describe('numbers of extra.meta', () => {
  const refusedWith = (number: string) => {
    const text = JSON.stringify(put(ideal, 'extra.meta.x', '@')).replace('"@"', number);
    return outcomeOfText(text) === 'accepted' ? [] : refusalOfText(text).paths;
  };

  it.each([
    '1e308',
    '-1e308',
    '1e-400',
    '1.10',
    '9'.repeat(255),
    `0.${'0'.repeat(253)}`,
    `1E+${'0'.repeat(251)}8`,
  ])('%s is taken', (number) => {
    expect(refusedWith(number)).toEqual([]);
  });

  it.each(['1e309', '-1.1e308', '1e400', `1e${'9'.repeat(200)}`, '9'.repeat(256), `0.${'0'.repeat(254)}`])(
    '%s is longer than 255 characters or larger than 1e308',
    (number) => {
      expect(refusedWith(number)).toEqual(['extra.meta.x']);
    },
  );

  it('have the same limits in typed entries', () => {
    const text = withMeta2('9'.repeat(256));
    expect(refusalOfText(text).paths).toEqual(['extra.meta.meta_data2']);
    expect(outcomeOfText(withMeta2('9'.repeat(255)))).toBe('accepted');
  });
});

function withMeta2(number: string): string {
  return JSON.stringify(put(ideal, 'extra.meta.meta_data2', '@')).replace('"@"', number);
}

describe('invisible characters', () => {
  it.each(['\u200b', '\u3164', '\ufeff', '\u2060', '\u00ad', '\u2800'])(
    '%j alone counts as missing',
    (blank) => {
      expect(refusal({ ...ideal, reference: blank })).toEqual({
        key: 'requiredFieldsMissing',
        paths: ['reference'],
      });
      expect(accept({ ...ideal, description: blank }).description).toBeUndefined();
      expect(accept({ ...ideal, extra: { meta: { [blank]: 'x', y: blank, z: 'z' } } }).metaText).toBe(
        '{"z":"z"}',
      );
    },
  );

  it('are kept as sent in a text with visible characters', () => {
    expect(accept({ ...ideal, reference: ' \u200ba\u3164' }).reference).toBe(' \u200ba\u3164');
  });
});

describe('a language with an underscore', () => {
  it.each([
    ['pt_BR', 'pt-BR'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
  ])('%s is read as %s', (sent, read) => {
    expect(accept({ ...qrCode, widget: { ...Object(qrCode['widget']), locale: sent } }).locale).toBe(read);
    const mexico = exampleOf(methodOf('payment', 'h2h', 'bank_transfer_mexico'));
    expect(accept({ ...mexico, lang: sent }).locale).toBe(read);
  });
});
