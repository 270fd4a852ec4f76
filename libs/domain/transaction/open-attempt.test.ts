import { describe, expect, it } from 'vitest';
import { openAttemptOf, stateOf } from './state.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Transaction } from './transaction.js';

const known = (attempts: readonly Attempt[], fields: Partial<Transaction> = {}) => ({
  transaction: sampleTransaction(fields),
  attempts,
});

describe('the attempt that is worth a look-up', () => {
  it.each([
    ['sending', 3],
    ['unknown', 3],
    ['accepted', 3],
    ['final', 3],
    ['preparing', undefined],
    ['not_sent', undefined],
    ['declined', undefined],
  ] as const)('after an attempt that is %s: %s', (state, n) => {
    const attempts = [sampleAttempt(1, 'declined'), sampleAttempt(2, 'not_sent'), sampleAttempt(3, state)];
    expect(openAttemptOf(known(attempts))?.n).toBe(n);
  });

  it('is missing before the first attempt, and after the end', () => {
    expect(openAttemptOf(known([]))).toBeUndefined();
    expect(openAttemptOf(known([sampleAttempt(1, 'unknown')], { status: 'error' }))).toBeUndefined();
  });
});

describe('the provider of the shown state', () => {
  const at = (provider: string, n: number) => ({ ...sampleAttempt(n, 'not_sent'), provider });
  const shown = (attempts: readonly Attempt[], provider?: string) =>
    stateOf(known(attempts, { provider }), new Date(0));

  it('is that of the latest attempt', () => {
    expect(shown([at('first', 1)], 'chosen').provider).toBe('first');
    expect(shown([at('first', 1), at('second', 2), at('third', 3)], 'chosen').provider).toBe('third');
  });

  it('is the chosen one before the first attempt, and absent before the choice', () => {
    expect(shown([], 'chosen').provider).toBe('chosen');
    expect(shown([])).not.toHaveProperty('provider');
  });
});

it('an attempt without a planned route is shown without the name of one', () => {
  const attempts = [sampleAttempt(1, 'not_sent'), sampleAttempt(9, 'unknown')];
  expect(stateOf(known(attempts), new Date(0)).attempts.map(({ route }) => route)).toEqual(['route-1', '']);
});
