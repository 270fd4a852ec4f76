import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BankLine, StatementLine } from './line.js';
import { keyBankLines, keyLines } from './line-key.js';

/** Goal: the same line has one key for ever, and two lines never share one (contract §16.2, C4 to C6). */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const payment: Omit<StatementLine, 'lineKey'> = {
  kind: 'payment',
  gross: '10.00',
  fee: '0.39',
  tax: '0.00',
  net: '9.61',
  currency: 'EUR',
  bookedOn: '2026-01-05',
};
const credit: Omit<BankLine, 'lineKey'> = {
  direction: 'in',
  amount: '10.00',
  currency: 'EUR',
  bookedOn: '2026-01-05',
  bankReference: 'REF1',
  references: ['order-1'],
  isReversal: false,
};

describe('the key of a line', () => {
  it("is the provider's id", () => {
    expect(keyLines('main', hash)(payment, 'txn_1')).toBe('txn_1');
  });

  it('counts equal lines of a day (C4: two equal real payments are two)', () => {
    const keyOf = keyLines('main', hash);
    const keys = [keyOf(payment), keyOf({ ...payment, bookedOn: '2026-01-06' }), keyOf(payment)];
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toMatch(/\.1$/);
    expect(keys[1]).toMatch(/\.1$/);
    expect(keys[2]).toBe(keys[0]?.replace(/1$/, '2'));
  });

  it.each<[string, Partial<StatementLine>]>([
    ['kind', { kind: 'funding' }],
    ['gross', { gross: '10.01' }],
    ['fee', { fee: '0.40' }],
    ['tax', { tax: '0.01' }],
    ['net', { net: '9.60' }],
    ['currency', { currency: 'USD' }],
    ['settled amount', { settledAmount: '11.00' }],
    ['booking day', { bookedOn: '2026-01-06' }],
    ['value day', { valueOn: '2026-01-06' }],
    ['reference', { reference: 'r1' }],
    ["provider's id", { providerId: 'r1' }],
    ['settlement', { settlement: 'r1' }],
  ])('is another one for another %s', (_, change) => {
    expect(keyLines('main', hash)({ ...payment, ...change })).not.toBe(keyLines('main', hash)(payment));
  });

  it('is that of its account', () => {
    expect(keyLines('other', hash)(payment)).not.toBe(keyLines('main', hash)(payment));
  });
});

describe('the key of a bank line', () => {
  it('is the same in every statement that has it (C5: no id of a statement is in it)', () => {
    expect(keyBankLines('eur', hash)(credit)).toBe(keyBankLines('eur', hash)(credit));
    const nextYear = { ...credit, bookedOn: '2027-01-05' };
    expect(keyBankLines('eur', hash)(nextYear)).not.toBe(keyBankLines('eur', hash)(credit));
  });

  it("counts equal entries, whatever the payer's reference is (C6)", () => {
    const keyOf = keyBankLines('eur', hash);
    expect(keyOf(credit)).not.toBe(keyOf(credit));
    expect(keyBankLines('eur', hash)({ ...credit, references: ['order-2'] })).toBe(
      keyBankLines('eur', hash)(credit),
    );
  });

  it.each<[string, Partial<BankLine>]>([
    ['reference', { bankReference: 'REF2' }],
    ['day', { bookedOn: '2026-01-06' }],
    ['amount', { amount: '10.01' }],
    ['currency', { currency: 'USD' }],
    ['direction', { direction: 'out' }],
  ])('is another one for another %s', (_, change) => {
    expect(keyBankLines('eur', hash)({ ...credit, ...change })).not.toBe(keyBankLines('eur', hash)(credit));
  });
});
