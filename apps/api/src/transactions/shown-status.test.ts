import { expect, it } from 'vitest';
import { methodOf } from '#domain/methods/find-method';
import type { StatusChange } from '#domain/transaction/record';
import type { TransactionStatus } from '#domain/transaction/status';
import { sampleTransaction } from '#domain/transaction/testing/samples';
import { shownStatus } from './shown-status.js';

const card = methodOf('payment', 'h2h', 'card');
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const after = (...statuses: TransactionStatus[]) => {
  const status = statuses.at(-1) ?? 'pending';
  const history: StatusChange[] = statuses.map((reached, index) => ({
    status: reached,
    date: at(index + 1),
    source: 'api',
  }));
  return { transaction: sampleTransaction({ method: 'card', status }), history };
};
const shown = { hidesSuccess: false };

it('is dated by when it was reached, the last time', () => {
  expect(shownStatus(after('pending', 'created'), card, shown)).toEqual({ name: 'created', date: at(2) });
  const posted = after('pending', 'created', 'pending');
  expect(shownStatus(posted, card, shown)).toEqual({ name: 'pending', date: at(3) });
  expect(shownStatus(after('pending', 'error'), card, shown)).toEqual({ name: 'error', date: at(2) });
});

it('is dated by when it was pending where success is not shown yet', () => {
  const succeeded = after('pending', 'success');
  expect(shownStatus(succeeded, card, { hidesSuccess: true })).toEqual({ name: 'pending', date: at(1) });
  expect(shownStatus(succeeded, card, shown)).toEqual({ name: 'success', date: at(2) });
});

it('is a name alone where the method says so', () => {
  expect(shownStatus(after('pending', 'created'), methodOf('payment', 'h2h', 'ideal'), shown)).toBe(
    'created',
  );
});
