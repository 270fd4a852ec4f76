import { describe, expect, it } from 'vitest';
import { isCountry } from '../values/countries.js';
import { isCurrency } from '../values/currencies.js';
import { customerFields } from '../transaction/request.js';
import { catalogue } from './catalogue.js';
import { examples } from './examples.js';
import { countryOf, findMethod, methodOf, railTermsOf } from './find-method.js';
import type { Method } from './method.js';

const nameOf = ({ type, style, code }: Method) => `${style} ${type} ${code}`;
const named = catalogue.map((row) => [nameOf(row), row] as const);

describe('method catalogue', () => {
  it('holds the 18 methods of specification §2.1, card and p2c in both styles', () => {
    expect(new Set(catalogue.map(({ type, code }) => `${type} ${code}`)).size).toBeGreaterThanOrEqual(18);
    expect(new Set(catalogue.map(nameOf)).size).toBe(catalogue.length);
  });

  it.each(named)('%s has exactly one example', (_name, row) => {
    const own = examples.filter(
      ({ code, type, style }) => code === row.code && type === row.type && style === row.style,
    );
    expect(own).toHaveLength(1);
  });

  it.each(named)('%s speaks of known fields, currencies and countries', (_name, row) => {
    const paths = [...row.required, ...row.conditional].filter((path) => path.startsWith('customer.'));
    const fields = customerFields.map((field) => `customer.${field}`);
    expect(paths.filter((path) => !fields.includes(path))).toEqual([]);
    expect(row.currencies === 'any' ? [] : row.currencies.filter((code) => !isCurrency(code))).toEqual([]);
    expect(row.country === undefined || isCountry(row.country)).toBe(true);
    expect(row.conditional.filter((path) => row.required.includes(path))).toEqual([]);
  });

  it.each([
    ['payment', 'ussd', 'NGN', 'NG'],
    ['payment', 'ussd', 'KES', 'KE'],
    ['payment', 'ussd', 'XOF', undefined],
    ['payment', 'ideal', 'EUR', 'NL'],
    ['payment', 'card', 'NGN', undefined],
    ['payout', 'bank_transfer_africa', 'ZAR', 'ZA'],
  ] as const)('knows the country of a %s by %s in %s: %s', (type, code, currency, country) => {
    expect(countryOf(methodOf(type, 'h2h', code), currency)).toBe(country);
  });

  it('gives every payment a window to pay in, mbway 5 minutes, and no payout one', () => {
    for (const row of catalogue) expect(row.windowMs !== undefined).toBe(row.type === 'payment');
    expect(methodOf('payment', 'h2h', 'mbway').windowMs).toBe(300_000);
  });

  it.each([
    ['card', 365, 'several', undefined],
    ['pix', 90, 'several', 'pix'],
    ['ideal', 365, 'several', undefined],
    ['mbway', 365, 'several', undefined],
    ['payid', 180, 'several', undefined],
    ['bank_transfer_mexico', 180, 'several', undefined],
    ['qr_code', 180, 'several', undefined],
    ['wallet_mach', 180, 'whole', undefined],
  ])('%s can be refunded for %d days, in parts: %s, else by a payout %s', (code, days, parts, instead) => {
    expect(railTermsOf(code)).toEqual({ possible: true, days, parts, ...(instead && { instead }) });
  });

  it.each([
    ['multibanco', undefined],
    ['bank_transfer_peru', undefined],
    ['p2c', undefined],
    ['ussd', 'bank_transfer_africa'],
    ['cash_mexico', undefined],
    ['cash_uruguay', undefined],
    ['cash_costa_rica', undefined],
  ])('%s cannot be refunded by its rail; by a payout instead: %s', (code, instead) => {
    const { possible, days, instead: offered } = railTermsOf(code);
    expect([possible, days, offered]).toEqual([false, undefined, instead]);
  });

  it('says of every payment, and of no payout, whether it can be refunded, the same in all rows of a code', () => {
    for (const { type, code, refund } of catalogue)
      expect(refund).toEqual(type === 'payment' ? railTermsOf(code) : undefined);
    const offered = catalogue.flatMap((row) => row.refund?.instead ?? []);
    for (const code of offered) expect(findMethod('payout', 'h2h', code).kind).toBe('found');
  });

  it('keeps the oddities of the wire where the specification has them', () => {
    const codes = (has: (row: Method) => boolean) => catalogue.filter(has).map(nameOf);
    expect(codes((row) => row.successAtOnce === true)).toEqual(['h2h payment ussd']);
    expect(codes((row) => row.challengeTypeTwice === true)).toEqual(['h2h payment ussd']);
    expect(codes((row) => row.statusAsObject === true)).toEqual([
      'h2h payment card',
      'h2h payout bank_transfer_africa',
    ]);
    expect(codes((row) => row.carriesCard === true)).toEqual(['h2h payment card']);
    expect(codes((row) => row.defaultLocale !== undefined)).toEqual(['hpp payment qr_code']);
  });
});

describe('finding a method', () => {
  it.each(named)('%s is found by its own name, direction and style', (_name, row) => {
    expect(findMethod(row.type, row.style, row.code)).toEqual({ kind: 'found', row });
    expect(methodOf(row.type, row.style, row.code)).toBe(row);
  });

  it('takes the aliases pix_br and open_banking in widget.method only', () => {
    expect(findMethod('payment', 'hpp', 'pix_br')).toMatchObject({ kind: 'found', row: { code: 'pix' } });
    expect(findMethod('payment', 'hpp', 'open_banking')).toMatchObject({ row: { code: 'multibanco' } });
    expect(findMethod('payment', 'h2h', 'pix_br')).toEqual({ kind: 'unknown' });
    expect(findMethod('payout', 'h2h', 'pix_br')).toEqual({ kind: 'unknown' });
  });

  it('tells an unknown method, one of the other direction and one in a style it does not have apart', () => {
    expect(findMethod('payment', 'h2h', 'paypal')).toEqual({ kind: 'unknown' });
    expect(findMethod('payment', 'h2h', 'bank_transfer_bolivia')).toEqual({ kind: 'otherDirection' });
    expect(findMethod('payout', 'h2h', 'ideal')).toEqual({ kind: 'otherDirection' });
    expect(findMethod('payment', 'h2h', 'pix')).toEqual({ kind: 'wrongStyle' });
    expect(findMethod('payment', 'hpp', 'ideal')).toEqual({ kind: 'wrongStyle' });
  });

  it('throws for a stored code that is not in the catalogue', () => {
    expect(() => methodOf('payment', 'hpp', 'ideal')).toThrow('no hpp payment row ideal');
  });
});
