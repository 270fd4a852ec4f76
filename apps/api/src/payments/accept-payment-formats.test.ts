import { describe, expect, it } from 'vitest';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { accept, outcomeOf, refusal, thrown, put } from './testing/acceptance.js';

const ideal = exampleOf(methodOf('payment', 'h2h', 'ideal'));
const card = { ...exampleOf(methodOf('payment', 'h2h', 'card')), card: exampleCard };
const qrCode = exampleOf(methodOf('payment', 'hpp', 'qr_code'));

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
