import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { pollUntil } from './with-heartbeat.js';

describe('pollUntil', () => {
  const activity = new MockActivityEnvironment();

  it('polls until the condition holds', async () => {
    let looks = 0;
    const look = () => Promise.resolve((looks += 1));
    expect(await activity.run(() => pollUntil(look, (seen) => seen === 3, 60_000))).toBe(3);
    expect(looks).toBe(3);
  });

  it('polls once at least, and at growing intervals until its time is over', async () => {
    let looks = 0;
    const look = () => Promise.resolve((looks += 1));
    expect(await activity.run(() => pollUntil(look, () => false, 0))).toBe(1);
    await activity.run(() => pollUntil(look, () => false, 1_000));
    // At 0, 250, 750 and 1,000 ms; fewer on a busy machine, and one more if a timer fires early.
    expect(looks - 1).toBeGreaterThan(1);
    expect(looks - 1).toBeLessThanOrEqual(5);
  });
});
