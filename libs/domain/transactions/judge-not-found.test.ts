import { describe, expect, it } from 'vitest';
import { judgeNotFound, type NotFound } from './judge-not-found.js';

const proven: NotFound = { isUnanswered: true, isSettled: true, answers: 3, answersMin: 3 };

describe('"not found" several times after the settle time', () => {
  it('ends a payment that was never answered', () => {
    expect(judgeNotFound('payment', proven)).toBe('neverArrived');
  });

  it.each<[string, Partial<NotFound>]>([
    ['the submit call was answered', { isUnanswered: false }],
    ['the settle time is not over', { isSettled: false }],
    ['the answers are too few', { answers: 2 }],
  ])('ends nothing when %s', (_when, missing) => {
    expect(judgeNotFound('payment', { ...proven, ...missing })).toBe('askAgain');
  });

  it('never ends a payout', () => {
    expect(judgeNotFound('payout', { ...proven, answers: 1_000 })).toBe('askAgain');
  });
});
