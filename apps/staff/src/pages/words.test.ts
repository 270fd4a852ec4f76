import { describe, expect, it } from 'vitest';
import { wordOf, writeAmount, writeAmounts, writeDistance, writeDuration } from './words.js';

describe('words', () => {
  it('replace those of the books, but no name that a person has given', () => {
    expect(wordOf('Answer', 'not_found')).toBe('not found');
    expect(wordOf('Status by', 'lookup')).toBe('a look-up');
    expect(wordOf('What', 'configuration.applied')).toBe('configuration applied');
    for (const heading of ['Merchant', 'Reference', 'MID', 'Path'])
      expect(wordOf(heading, 'not_found')).toBe('not_found');
    expect(wordOf('Detail', 'a_b said No_Such')).toBe('a_b said No_Such');
  });

  it('write amounts in full, with thousands apart', () => {
    expect(writeAmount('1234567.5', 'EUR')).toBe('1,234,567.50');
    expect(writeAmount('-1000', 'JPY')).toBe('-1,000');
    expect(writeAmount('10', 'KWD')).toBe('10.000');
    expect(writeAmount('10.1', 'XXQ')).toBe('10.1');
    expect(writeAmount('', 'EUR')).toBe('');
    expect(writeAmounts('success 199.9 BRL SENT, asked for 99.9 BRL')).toBe(
      'success 199.90 BRL SENT, asked for 99.90 BRL',
    );
    expect(writeAmounts('order 7.1 EURO, v1.2 USD')).toBe('order 7.1 EURO, v1.2 USD');
  });

  it('give a duration in the largest unit of which it has at least two', () => {
    expect([0.4, 1, 119, 120, 7_199, 7_200, 172_800].map(writeDuration)).toEqual([
      '0 seconds',
      '1 second',
      '119 seconds',
      '2 minutes',
      '119 minutes',
      '2 hours',
      '2 days',
    ]);
    const now = new Date('2026-11-27T04:00:00Z');
    expect(writeDistance(new Date('2026-11-27T03:50:00Z'), now)).toBe('10 minutes ago');
    expect(writeDistance(new Date('2026-11-27T07:00:00Z'), now)).toBe('in 3 hours');
  });
});
