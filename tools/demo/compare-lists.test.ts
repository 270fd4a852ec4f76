import { expect, it } from 'vitest';
import { compareLists, type Lists } from './compare-lists.js';

/** A merchant whose lists hold these references, one a page. */
function merchant(listed: readonly string[], sent: readonly string[], status: number | null = 200): Lists {
  const page = (references: readonly string[], after = '0') => {
    const next = Number(after) + 1;
    return {
      items: references.slice(Number(after), next).map((reference) => ({ reference })),
      next_after: next < references.length ? String(next) : null,
    };
  };
  return {
    transactions: (query) => {
      const { items, next_after } = page(listed, query.after);
      return Promise.resolve({ transactions: items, next_after });
    },
    callbacks: (query) => {
      const { items, next_after } = page(sent, query.after);
      return Promise.resolve({ callbacks: items, next_after });
    },
    sendTestCallback: () =>
      Promise.resolve({ date: '', status, error: status === null ? 'refused' : null, duration_ms: 1 }),
  };
}

const followed = { all: ['one', 'two'], delivered: ['one'], shopUrl: 'http://shop.test/merchant' };

it('finds everything, on later pages and among others, too', async () => {
  const lines = await compareLists(merchant(['other', 'two', 'one'], ['other', 'one']), followed);
  expect(lines.map(({ result }) => result)).toEqual([
    { outcome: '2 listed', isExpected: true },
    { outcome: '1 listed', isExpected: true },
    { outcome: 'HTTP 200', isExpected: true },
  ]);
});

it('says what it does not find, and how a test callback failed', async () => {
  const lines = await compareLists(merchant(['two'], [], null), followed);
  expect(lines.map(({ result }) => result)).toEqual([
    { outcome: '1 listed', isExpected: false },
    { outcome: '0 listed', isExpected: false },
    { outcome: 'refused', isExpected: false },
  ]);
});
