import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { ListTransactionsQuery } from '../transactions/read/list-transactions.dto.js';
import { acceptQuery, readInstant } from './list-query.js';

describe('a query that is refused', () => {
  it.each([
    [{ limit: '0' }, /^limit: /],
    [{ statuses: 'success' }, /^query: may hold only type, .*, not "statuses"$/],
    [
      { limit: '0', currency: ['EUR', 'USD'], a: '1', 'b\n': '2' },
      /^currency: .*; limit: .*; query: .* not "a", "b\?"$/,
    ],
    [Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${at}x`, ''])), /not "0x", .*"9x"$/],
    [{ ['x'.repeat(9_000)]: '' }, /not "x{128}…"$/],
  ])('names every parameter at fault: %j', (query, description) => {
    expect(() => acceptQuery(ListTransactionsQuery, query)).toThrow(
      expect.objectContaining({ key: 'invalidParams', description: expect.stringMatching(description) }),
    );
  });
});

describe('an instant with its offset', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
    ['2026-01-31T12:00:00-0530', '2026-01-31T17:30:00.000Z'],
    ['2026-01-31T00:30:00+01', '2026-01-30T23:30:00.000Z'],
    ['2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31T12:00:00.123000Z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T12:00:00.123001Z', '2026-01-31T12:00:00.124Z'],
    ['2026-12-31T23:59:59.999999999Z', '2027-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(readInstant(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00 01:00',
    '2026-02-29T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:00z',
    '2026-01-31T12:00:00+24:00',
    '1769860800',
  ])('%s is refused', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });
});
