import { describe, expect, it } from 'vitest';
import { applyChange } from './change.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';

const known = {
  transaction: sampleTransaction(),
  attempts: [sampleAttempt(1, 'declined', 'soft'), sampleAttempt(2, 'unknown', 'timeout')],
};

describe('the state after a recorded change', () => {
  it('has the new state and cause of the changed attempt alone', () => {
    const change = { attempt: { n: 2, to: 'not_sent', cause: 'limit' } } as const;
    expect(applyChange(known, change, 'error')).toEqual({
      transaction: { ...known.transaction, status: 'error' },
      attempts: [sampleAttempt(1, 'declined', 'soft'), sampleAttempt(2, 'not_sent', 'limit')],
    });
  });

  it('keeps the cause of an attempt if the change names none', () => {
    const change = { attempt: { n: 2, to: 'accepted' } } as const;
    expect(applyChange(known, change, 'pending').attempts[1]).toEqual(
      sampleAttempt(2, 'accepted', 'timeout'),
    );
  });

  it('keeps the state of an attempt if the change names none', () => {
    expect(applyChange(known, { attempt: { n: 1 } }, 'pending').attempts).toEqual(known.attempts);
  });

  it('keeps all attempts after a change without one', () => {
    expect(applyChange(known, {}, 'pending').attempts).toEqual(known.attempts);
  });
});
