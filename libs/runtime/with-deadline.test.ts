import { describe, expect, it } from 'vitest';
import { withDeadline } from './with-deadline.js';

describe('an answer before a deadline', () => {
  it('is the answer, or the failure', async () => {
    const deadline = Date.now() + 10_000;
    expect(await withDeadline(deadline, Promise.resolve(7))).toEqual({ kind: 'answered', answer: 7 });
    await expect(withDeadline(deadline, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects if no answer comes, and ignores a failure after the deadline', async () => {
    let fail = (_error: Error): void => undefined;
    const answer = new Promise<number>((_resolve, reject) => {
      fail = reject;
    });
    expect(await withDeadline(Date.now() - 1, answer)).toEqual({ kind: 'late' });
    fail(new Error('too late'));
  });
});
