import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createUnderWay, pollUntil } from './under-way.js';

const longMs = 1_300;

describe('a call that a workflow waits for in its own task', () => {
  const failed: string[] = [];
  const begun = () => createUnderWay<string>((identifier) => failed.push(identifier));

  it('comes to its result when it is soon over, and is under way no more', async () => {
    const underWay = begun();
    expect(await underWay.begin('soon', () => Promise.resolve('accepted'))).toBe('accepted');
    expect(underWay.find('soon')).toBeUndefined();
  });

  it('fails when it soon fails', async () => {
    const underWay = begun();
    await expect(underWay.begin('soon', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(underWay.find('soon')).toBeUndefined();
    expect(failed).toEqual([]);
  });

  it('goes on when it takes longer, and is found and waited for until it is over', async () => {
    const underWay = begun();
    let isOver = false;
    const call = () => sleep(longMs, 'accepted').finally(() => (isOver = true));
    expect(await underWay.begin('long', call)).toBeUndefined();
    expect(isOver).toBe(false);
    const found = underWay.find('long');
    await underWay.drain();
    expect(isOver).toBe(true);
    expect(await found).toBe('accepted');
    expect(underWay.find('long')).toBeUndefined();
  });

  it('is told of when it fails while nobody waits for it', async () => {
    const underWay = begun();
    const call = () => sleep(longMs).then(() => Promise.reject(new Error('no')));
    expect(await underWay.begin('long', call)).toBeUndefined();
    await underWay.drain();
    expect(failed).toEqual(['long']);
  });
});

describe('a call that goes on in another process', () => {
  it('is looked at until it is over', async () => {
    let looks = 0;
    const look = () => Promise.resolve((looks += 1));
    expect(await pollUntil(look, (seen) => seen === 3, 60_000)).toBe(3);
    expect(looks).toBe(3);
  });

  it('is looked at once, and at growing distances, until its time is over', async () => {
    let looks = 0;
    const look = () => Promise.resolve((looks += 1));
    expect(await pollUntil(look, () => false, 0)).toBe(1);
    await pollUntil(look, () => false, 1_000);
    // At 0, 250, 750 and 1,000 ms; fewer on a busy machine, and one more where a timer was early.
    expect(looks - 1).toBeGreaterThan(1);
    expect(looks - 1).toBeLessThanOrEqual(5);
  });
});
