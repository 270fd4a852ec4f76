import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { writeBody, writeQuery } from './write-request.js';

describe('the body of a create request', () => {
  it('has the amount digit for digit, never as a float', () => {
    const body = (amount: string) => writeBody({ reference: 'a', method: 'ideal', amount });
    expect(body('10.10')).toBe('{"reference":"a","method":"ideal","amount":10.10}');
    expect(body('999999999999999.99')).toContain('"amount":999999999999999.99}');
    expect(body('0.30')).toContain('"amount":0.30}');
  });

  it.each(catalogue.flatMap((row) => [row.code, ...(row.aliases ?? [])].map((code) => ({ row, code }))))(
    'has it as the type that $row.style $row.type $code takes (specification §2.2)',
    ({ row, code }) => {
      const { method: _, widget: __, ...others } = exampleOf(row);
      const named = row.style === 'hpp' ? { widget: { method: code } } : { method: code };
      const written: unknown = JSON.parse(writeBody({ ...others, ...named, amount: '12' }));
      expect(written).toEqual({ ...others, ...named, amount: row.amount === 'string' ? '12' : 12 });
    },
  );

  it.each(['', ' 1', '1 ', '1e3', '-1', '+1', '.5', '1.', '01', '1,5', '1}', 'NaN', '0x1', '١'])(
    'takes no other text as an amount: %j',
    (amount) => {
      expect(() => writeBody({ method: 'ideal', amount })).toThrow(/amount must be a decimal/);
    },
  );
});

describe('the body of a refund', () => {
  const refund = { reference: 'r-1', payment_reference: 'ord-1' };

  it('has no amount if all that is left is given back; otherwise the amount, digit for digit', () => {
    expect(writeBody(refund)).toBe('{"reference":"r-1","payment_reference":"ord-1"}');
    expect(writeBody({ ...refund, amount: '4.50' })).toContain(',"amount":4.50}');
  });

  it.each([undefined, null, '', ' ', 4.5])('never gives all back by a slip: amount %j', (amount) => {
    const slip = Object.assign({ ...refund }, { amount });
    expect(() => writeBody(slip as { readonly reference: string })).toThrow(/amount must be a decimal/);
  });
});

it.each([
  [undefined, ''],
  [{}, ''],
  [{ after: undefined }, ''],
  [{ limit: 5, after: 'MA' }, '?limit=5&after=MA'],
  [{ status: ['declined', 'error'] }, '?status=declined%2Cerror'],
  [{ created_from: '2026-01-31T00:00:00+01:00' }, '?created_from=2026-01-31T00%3A00%3A00%2B01%3A00'],
])('%j is %s', (query, written) => {
  expect(writeQuery(query)).toBe(written);
});
