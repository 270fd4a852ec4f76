import { expect, it } from 'vitest';
import { writeQuery } from './write-query.js';

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
