import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { requiredFields } from '#domain/methods/check-fields';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import type { ExampleBody } from '#domain/methods/examples';
import type { FieldRule, PlainRule } from '#domain/methods/field-rules';
import {
  accept,
  outcomeOf,
  outcomeOfText,
  refusal,
  refusalOfText,
  put,
  withAmount,
} from './testing/acceptance.js';

const payments = catalogue.filter(({ type }) => type === 'payment');
const rows = payments.map((row) => [`${row.style} ${row.code}`, row] as const);

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
    const outcome = (text: string) =>
      outcomeOfText(withAmount(example, row.amount === 'string' ? JSON.stringify(text) : text));
    expect(outcome('10.100')).toBe('invalidParams');
    expect(outcome('10.10')).toBe(row.amount === 'integer' ? 'invalidParams' : 'accepted');
    expect(outcome('10.0')).toBe(row.amount === 'integer' ? 'invalidParams' : 'accepted');
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
    expect(outcomeOf({ ...example, card: exampleCard })).toBe(row.carriesCard ? 'accepted' : 'invalidParams');
    const { key, paths } = refusal({ ...example, card: 'text' });
    expect([key, ...paths]).toEqual(['invalidParams', 'card']);
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

/** The example with one rule broken, and the path at fault. */
function broken(rule: FieldRule, example: ExampleBody): { body: ExampleBody; path: string } {
  const plain: PlainRule = 'when' in rule ? rule.must : rule;
  const body = 'when' in rule ? put(example, rule.when, rule.is[0]) : example;
  return { body: put(body, plain.path, '!'), path: plain.path };
}
