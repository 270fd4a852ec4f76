import { describe, expect, it } from 'vitest';
import {
  assertNoUnreachableStates,
  finalStatuses,
  mayMove,
  transactionStatuses,
  transactionTypes,
  type TransactionType,
  transitions,
} from './status.js';

const moves: Readonly<Record<TransactionType, readonly string[]>> = {
  payment: [
    'start>new',
    'start>pending',
    'new>pending',
    'pending>created',
    'created>pending',
    ...['new', 'pending', 'created'].flatMap((from) => finalStatuses.map((to) => `${from}>${to}`)),
  ],
  payout: ['start>pending', 'pending>success', 'pending>declined', 'pending>error'],
  refund: ['start>pending', 'pending>success', 'pending>declined', 'pending>error'],
};

describe.each(transactionTypes)('transitions of a %s', (type) => {
  it('are exactly those of the specification', () => {
    const allowed = (['start', ...transactionStatuses] as const).flatMap((from) =>
      transactionStatuses.filter((to) => mayMove(type, from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed.toSorted()).toEqual([...moves[type]].toSorted());
  });

  it.each(finalStatuses)('final %s never changes, not even to itself', (from) => {
    expect(transactionStatuses.filter((to) => mayMove(type, from, to))).toEqual([]);
  });
});

describe('start-up check of the tables', () => {
  it('accepts our own', () => {
    expect(() => assertNoUnreachableStates()).not.toThrow();
  });

  it.each([
    ['unreachable', { start: ['new'], new: ['success'], success: [], pending: ['success'] }],
    ['has no row', { start: ['new'], new: ['success'] }],
    ['has a way out', { start: ['new'], new: ['success'], success: ['declined'], declined: [] }],
    ['never ends', { start: ['new'], new: ['pending'], pending: ['new'] }],
  ] as const)('refuses a table with a status that %s', (words, payout) => {
    expect(() => assertNoUnreachableStates({ ...transitions, payout })).toThrow(words);
  });
});
