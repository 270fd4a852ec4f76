import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.js';

const forever = new AbortController().signal;

/** Work that ends when it is told to. */
function hang(inTurn: ReturnType<typeof createFairTurns>, key: string, signal = forever) {
  const began: string[] = [];
  let end = () => {};
  const done = inTurn(
    key,
    () => {
      began.push(key);
      return new Promise<void>((resolve) => (end = resolve));
    },
    signal,
  );
  return { done, hasBegun: () => began.length > 0, end: () => end() };
}

describe('turns', () => {
  it('are bounded for one and for all, and others do not wait for who has its fill', async () => {
    const inTurn = createFairTurns({ ofOne: 2, inAll: 5 });
    const ofOne = ['a', 'a', 'a', 'a'].map((key) => hang(inTurn, key));
    const ofOthers = ['b', 'b', 'c', 'd'].map((key) => hang(inTurn, key));
    await setImmediate();
    expect(ofOne.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false]);
    expect(ofOthers.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false]);
  });

  it('go to who has least under way, then to the oldest', async () => {
    const inTurn = createFairTurns({ ofOne: 3, inAll: 3 });
    const [first, ...others] = ['a', 'a', 'a', 'a', 'b', 'c'].map((key) => hang(inTurn, key));
    await setImmediate();
    first?.end();
    await first?.done;
    await setImmediate();
    expect(others.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, true, false]);
  });

  it('come back whether the work succeeds or fails, and are not taken by who has gone', async () => {
    const inTurn = createFairTurns({ ofOne: 1, inAll: 1 });
    const leaving = new AbortController();
    await expect(inTurn('a', () => Promise.reject(new Error('failed')), forever)).rejects.toThrow('failed');
    const first = hang(inTurn, 'a');
    const gone = hang(inTurn, 'b', leaving.signal);
    const next = hang(inTurn, 'c');
    leaving.abort();
    await expect(gone.done).rejects.toThrow('too long');
    first.end();
    await first.done;
    await setImmediate();
    expect([gone.hasBegun(), next.hasBegun()]).toEqual([false, true]);
    await expect(inTurn('a', () => Promise.resolve(), leaving.signal)).rejects.toThrow();
  });
});
