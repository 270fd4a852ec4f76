import { describe, expect, it } from 'vitest';
import { memoryLog } from '#runtime/testing/memory-log';
import { every } from './every.js';

const { log, lines } = memoryLog();
/** Longer than any test: whatever takes a further turn has not waited for it. */
const everyMs = 3_600_000;

describe('every', () => {
  it('works a backlog off without waiting between full turns', async () => {
    let left = 5;
    let emptied: () => void;
    const empty = new Promise<void>((resolve) => (emptied = resolve));
    const turns = every('backlog', {
      everyMs,
      log,
      run: () => {
        left -= 1;
        if (left === 0) emptied();
        return Promise.resolve(left > 0 ? 'more' : 'done');
      },
    });
    await empty;
    await turns.stop();
    expect(left).toBe(0);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('takes the next turn after one that %s', async (_, breaks) => {
    let turn = 0;
    let tried: () => void;
    const again = new Promise<void>((resolve) => (tried = resolve));
    const turns = every('broken', {
      everyMs: 1,
      log,
      run: () => {
        turn += 1;
        if (turn === 2) tried();
        return breaks();
      },
    });
    await again;
    await turns.stop();
    expect(turn).toBeGreaterThan(1);
    const told = {
      msg: 'housekeeping failed; it will be retried',
      name: 'broken',
      level: 40,
      error: 'broken',
    };
    expect(lines.at(-1)).toMatchObject(told);
  });
});
