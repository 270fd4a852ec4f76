import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGatherer } from './gather.js';

function gathering(limits?: Parameters<typeof createGatherer>[1]) {
  const runs: (readonly string[])[] = [];
  let release = () => {};
  const gatherer = createGatherer(async (names) => {
    runs.push(names);
    await new Promise<void>((resolve) => (release = resolve));
  }, limits);
  const finishRun = async () => {
    release();
    await sleep(0);
  };
  return { runs, finishRun, add: (...names: readonly string[]) => names.map((name) => gatherer.add(name)) };
}

describe('a gatherer', () => {
  it('puts the names that come during a run into the next run, each once', async () => {
    const { runs, finishRun, add } = gathering();
    add('a', 'b', 'a');
    await sleep(0);
    add('c', 'a', 'c');
    await sleep(0);
    expect(runs).toEqual([['a', 'b']]);
    await finishRun();
    expect(runs).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ]);
    await finishRun();
    add('d');
    await sleep(0);
    expect(runs.at(-1)).toEqual(['d']);
  });

  it('bounds the names per run and in all, and keeps the first', async () => {
    const { runs, finishRun, add } = gathering({ runMax: 2, waitingMax: 3 });
    expect(add('a', 'b', 'c', 'd', 'a')).toEqual([true, true, true, false, true]);
    await sleep(0);
    expect(runs).toEqual([['a', 'b']]);
    await finishRun();
    expect(runs.at(-1)).toEqual(['c']);
  });
});
