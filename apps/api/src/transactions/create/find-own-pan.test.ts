import { describe, expect, it } from 'vitest';
import { exampleCard, exampleOf, type ExampleBody } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { accept, put, refusal, refusalOfText, thrown } from './testing/acceptance.js';

const pan = '4111111111111111';
const spaced = '4111 1111-1111\u00a01111';
const card: ExampleBody = { ...exampleOf(methodOf('payment', 'h2h', 'card')), card: { ...exampleCard, pan } };

describe('the PAN of the card in the same request', () => {
  it.each([
    'reference',
    'description',
    'redirect_url',
    'error_url',
    'customer.identifier',
    'customer.address',
    'customer.gender',
    'extra.meta.note',
    'extra.meta.user_agent',
  ])('in %s is refused, by the name of the field alone', (path) => {
    for (const digits of [pan, spaced]) {
      const text = path.endsWith('_url') ? `https://shop.example.com/${pan}` : `card ${digits}.`;
      const error = thrown(put(card, path, text));
      expect(error.fields).toEqual([{ path, problem: 'must not contain the card number' }]);
      expect(JSON.stringify(error)).not.toContain(pan);
      expect(error.reference).toBe(path === 'reference' ? undefined : card['reference']);
    }
  });

  const forms = {
    dots: '4111.1111.1111.1111',
    slashes: '4111/1111/1111/1111',
    'low lines': '4111_1111_1111_1111',
    'zero-width': '4111\u200b1111\u200d1111\u20601111',
    fillers: '4111\u31641111\u115f1111\u00ad1111',
    'full-width': '４１１１１１１１１１１１１１１１',
    'Arabic digits': '٤١١١ ١١١١ ١١١١ ١١١١',
    'bold digits': '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏',
    keycaps: '4\ufe0f\u20e31\ufe0f\u20e311 1111 1111 1111',
    'digits in circles': '④①①①-①①①①-①①①①-①①①①',
    'mixed signs': '(4111) 1111 • 1111 – 1111',
    'prolonged signs': '4111ー1111ー1111ー1111',
  };
  const paths = ['reference', 'description', 'customer.address', 'extra.meta.note', 'extra.meta.user_agent'];
  it.each(Object.entries(forms))('with %s is the number as well', (_name, form) => {
    for (const path of paths) {
      const error = thrown(put(card, path, `card ${form}.`));
      expect(error.fields).toEqual([{ path, problem: 'must not contain the card number' }]);
      expect(error.reference).toBe(path === 'reference' ? undefined : card['reference']);
    }
    expect(refusal(put(card, `extra.meta.${form.replaceAll('.', '·')}`, 'x')).paths).toEqual(['extra.meta']);
  });

  it.each([
    '4111%201111%201111%201111',
    '4111%E2%80%8B111111111111',
    '4111+1111+1111+1111',
    'a/4111/1111/1111/1111',
  ])('%s in a URL is the number as well', (written) => {
    const url = `https://shop.example.com/?card=${written}`;
    expect(refusal(put(card, 'redirect_url', url)).paths).toEqual(['redirect_url']);
  });

  it.each(['4.111111111111111e15', '41111111111111110E-1', '4111111111111111.0', '-4111111111111111'])(
    'is found in the spelling %s',
    (written) => {
      const text = JSON.stringify(put(card, 'extra.meta.note', '@')).replace('"@"', written);
      expect(refusalOfText(text).paths).toEqual(['extra.meta.note']);
    },
  );

  it.each([
    '4111 tickets, 1111 seats, 1111 meals and 1111 taxis',
    '4111a1111b1111c1111',
    '4111 1111 1111 1112',
    '2026-11-25T10:00:00Z 198.51.100.7 +31612345678',
    '%20%41%11',
  ])('is not found in other numbers and words: %s', (text) => {
    expect(accept(put(card, 'description', text)).description).toBe(text);
  });

  it('is reported for all fields at once', () => {
    const everywhere = put(put(put(card, 'reference', pan), 'customer.city', pan), 'amount', 0);
    expect(refusal(everywhere).paths.toSorted()).toEqual(['amount', 'customer.city', 'reference']);
  });

  it('is refused as a number and as a field name', () => {
    expect(refusal(put(card, 'extra.meta.note', Number(pan))).paths).toEqual(['extra.meta.note']);
    for (const value of ['x', 'x'.repeat(300)]) {
      const error = thrown(put(card, `extra.meta.${pan}`, value));
      expect(error.fields).toEqual([{ path: 'extra.meta', problem: 'must not contain the card number' }]);
    }
  });

  it.each([
    ['something is missing', { customer: undefined }],
    ['the currency is unknown', { currency: 'ZZZ' }],
    ['the method is unknown', { method: 'unknown' }],
    ['it is mistyped', { card: { ...exampleCard, pan: '4111 1111 1111 1112' } }],
  ])('is in no reference of a refusal, also where %s', (_name, changes) => {
    const body = { ...card, reference: `${pan.slice(0, -1)}2 ${pan}`, ...changes };
    expect(thrown(body).reference).toBeUndefined();
  });

  it('is accepted in fields that are not read, and without its last digit', () => {
    const unread = { cancel: pan, lang: pan, channel_code: pan, extra: { meta: {}, note: pan } };
    expect(accept({ ...card, ...unread }).reference).toBe(card['reference']);
    expect(accept(put(card, 'customer.note', pan)).reference).toBe(card['reference']);
    expect(accept(put(card, 'description', pan.slice(0, -1))).description).toBe(pan.slice(0, -1));
  });
});

describe('browser fields of a card', () => {
  it.each(['h2h', 'hpp'] as const)('are neither stored nor echoed, %s', (style) => {
    const meta = { user_agent: 'Browser/1', ip: '198.51.100.7', shop: 'A-1' };
    const body = style === 'h2h' ? card : exampleOf(methodOf('payment', 'hpp', 'card'));
    const request = accept({ ...body, extra: { meta } });
    expect(request.metaText).toBe('{"shop":"A-1"}');
    expect(request.meta).toEqual(meta);
  });

  it('are ordinary meta entries of other methods', () => {
    const ideal = exampleOf(methodOf('payment', 'h2h', 'ideal'));
    expect(accept({ ...ideal, extra: { meta: { language: 'nl' } } }).metaText).toBe('{"language":"nl"}');
  });
});
