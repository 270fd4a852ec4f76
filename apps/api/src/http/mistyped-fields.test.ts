import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { describeFields } from '../methods/describe-fields.js';
import { isNearly, mistypedFields } from './mistyped-fields.js';

describe('a name is nearly another', () => {
  it.each([
    ['refrence', 'reference'],
    ['refference', 'reference'],
    ['referance', 'reference'],
    ['referecne', 'reference'],
    ['Reference', 'reference'],
    ['firstName', 'first_name'],
    ['callback-url', 'callback_url'],
    ['ammount', 'amount'],
    ['amout', 'amount'],
    ['metod', 'method'],
    ['pna', 'pan'],
  ])('%s is %s', (sent, name) => expect(isNearly(sent, name)).toBe(true));

  it.each([
    ['ref', 'reference'],
    ['4111111111111111', 'reference'],
    ['payment_reference', 'reference'],
    ['city', 'itn'],
    ['last_name', 'first_name'],
    ['', 'pan'],
  ])('"%s" is not %s', (sent, name) => expect(isNearly(sent, name)).toBe(false));

  it('but no field of a method is nearly another of the same object', () => {
    const near = catalogue.flatMap((method) => {
      const paths = describeFields(method).map(({ path }) => path);
      const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);
      const nameOf = (path: string) => path.slice(parentOf(path).length);
      return paths.flatMap((one) =>
        paths
          .filter((other) => other !== one && parentOf(other) === parentOf(one))
          // Optional entries of `extra.meta` have numbers for names.
          .filter((other) => !/meta_data\d$/.test(other) && isNearly(nameOf(one), nameOf(other)))
          .map((other) => `${one} and ${other}`),
      );
    });
    expect(new Set(near)).toEqual(new Set());
  });
});

describe('what a body has instead of a missing field', () => {
  it('is named with its path, each once', () => {
    const body = { refrence: 'a', Customer: {}, extra: { meta: { documenttype: 'x' } } };
    const missing = ['reference', 'customer.phone', 'customer.email', 'extra.meta.documentType'];
    expect(mistypedFields(body, missing)).toEqual([
      { path: 'refrence', problem: 'is unknown; is reference meant?' },
      { path: 'Customer', problem: 'is unknown; is customer meant?' },
      { path: 'extra.meta.documenttype', problem: 'is unknown; is extra.meta.documentType meant?' },
    ]);
  });

  it('may be either of two names', () => {
    expect(mistypedFields({ metod: 'ideal' }, ['method or widget.method'])).toEqual([
      { path: 'metod', problem: 'is unknown; is method meant?' },
    ]);
  });

  it('is nothing where all names differ, or no object is there', () => {
    expect(
      mistypedFields({ customer: 'Anna', '4111111111111111': '1' }, ['reference', 'customer.phone']),
    ).toEqual([]);
  });
});
