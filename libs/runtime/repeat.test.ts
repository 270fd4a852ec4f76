import { describe, expect, it } from 'vitest';
import { repeat } from './repeat.js';
import { memoryLog } from './testing/memory-log.js';

const { log, lines } = memoryLog();
/** Longer than any test, so that a second turn proves that this wait was skipped. */
const everyMs = 3_600_000;

describe('repeat', () => {
  it('takes the next turn at once while work is left', async () => {
    let left = 5;
    let emptied: () => void;
    const empty = new Promise<void>((resolve) => (emptied = resolve));
    const turns = repeat('backlog', {
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
    const turns = repeat('broken', {
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
    const warning = {
      msg: 'housekeeping failed; it will be retried',
      name: 'broken',
      level: 40,
      error: 'broken',
    };
    expect(lines.at(-1)).toMatchObject(warning);
  });

  it('never runs two turns at once, and stops when the current one has ended', async () => {
    let running = 0;
    let runningMax = 0;
    let end: () => void = () => undefined;
    let started: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const turns = repeat('slow', {
      everyMs: 0,
      run: async () => {
        running += 1;
        runningMax = Math.max(runningMax, running);
        started();
        await new Promise<void>((resolve) => (end = resolve));
        running -= 1;
      },
    });
    await isStarted;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const stopped = turns.stop().then(() => running);
    end();
    expect(await stopped).toBe(0);
    expect(runningMax).toBe(1);
  });

  it('stops a delayed repetition without a turn', async () => {
    let turns = 0;
    const delayed = repeat('delayed', {
      everyMs,
      isDelayed: true,
      run: () => Promise.resolve(void (turns += 1)),
    });
    await delayed.stop();
    expect(turns).toBe(0);
  });
});
