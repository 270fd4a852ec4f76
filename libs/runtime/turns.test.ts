import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, type TakeTurns } from './turns.js';

const turn = { mid: 'm', asker: 'a', perSecond: 5, waitMs: 60 };
const never: TakeTurns = () => Promise.resolve({ granted: 0, remainingMs: 5 });
const always: TakeTurns = ({ wanted }) => Promise.resolve({ granted: wanted, remainingMs: 5 });
const asked = () => Promise.resolve({});

describe('a turn', () => {
  it('that comes in time runs, in the order of asking', async () => {
    let left = 0;
    const take: TakeTurns = ({ wanted }) => {
      const granted = Math.min(wanted, left);
      left = 1;
      return Promise.resolve({ granted, remainingMs: 1 });
    };
    const { run } = createTurns(take, { atOnceMax: 5, waitingMax: 50 });
    const ran: number[] = [];
    const all = [1, 2, 3].map((n) =>
      run({ ...turn, waitMs: 5_000 }, () => Promise.resolve({ n: ran.push(n) })),
    );
    expect(await Promise.all(all)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(ran).toEqual([1, 2, 3]);
  });

  it('that does not come in time runs nothing', async () => {
    const { run } = createTurns(never, { atOnceMax: 5, waitingMax: 50 });
    let ran = 0;
    const count = () => Promise.resolve({ ran: (ran += 1) });
    expect(await Promise.all([run(turn, count), run(turn, count)])).toEqual([undefined, undefined]);
    await sleep(20);
    expect(ran).toBe(0);
  });

  it('that is granted too late runs nothing', async () => {
    const take: TakeTurns = async ({ wanted }) => {
      await sleep(80);
      return { granted: wanted, remainingMs: 1 };
    };
    const { run } = createTurns(take, { atOnceMax: 5, waitingMax: 50 });
    expect(await run(turn, asked)).toBeUndefined();
  });

  it('of one asker waits for none of another', async () => {
    const take: TakeTurns = (wish) => (wish.asker === 'a' ? never(wish) : always(wish));
    const { run } = createTurns(take, { atOnceMax: 1, waitingMax: 50 });
    const mine = Array.from({ length: 5 }, () => run(turn, asked));
    expect(await run({ ...turn, asker: 'b' }, asked)).toEqual({});
    expect(await Promise.all(mine)).toEqual(mine.map(() => undefined));
  });

  it('is refused at once where too many wait for it', async () => {
    const { run } = createTurns(never, { atOnceMax: 5, waitingMax: 50 });
    const long = { ...turn, perSecond: 1, waitMs: 200 };
    const waiting = [run(long, asked), run(long, asked)];
    expect(await Promise.race([run(long, asked), sleep(100).then(() => 'late')])).toBeUndefined();
    await Promise.all(waiting);
  });

  it('without a rate is bounded by how many are under way', async () => {
    const { run } = createTurns(never, { atOnceMax: 2, waitingMax: 1 });
    const free = { ...turn, perSecond: undefined };
    const done: (() => void)[] = [];
    const hang = () => new Promise<object>((resolve) => done.push(() => resolve({})));
    const hanging = [run(free, hang), run(free, hang)];
    expect(await run(free, asked)).toBeUndefined();
    const next = run({ ...free, waitMs: 5_000 }, asked);
    expect(await run({ ...free, waitMs: 5_000 }, asked)).toBeUndefined();
    done[0]?.();
    expect(await next).toEqual({});
    done[1]?.();
    expect(await Promise.all(hanging)).toEqual([{}, {}]);
  });

  it('that cannot be taken fails, and so does everything that waits with it', async () => {
    const { run } = createTurns(() => Promise.reject(new Error('out of reach')), {
      atOnceMax: 5,
      waitingMax: 50,
    });
    await expect(run(turn, asked)).rejects.toThrow('out of reach');
  });

  it('gives its place back where what it runs fails', async () => {
    const { run } = createTurns(always, { atOnceMax: 1, waitingMax: 50 });
    await expect(run(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(turn, asked)).toEqual({});
  });
});
