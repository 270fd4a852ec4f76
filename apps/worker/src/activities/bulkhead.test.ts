import { describe, expect, it } from 'vitest';
import { createBulkhead } from './bulkhead.js';

const limits = { slots: 2, waitMinMs: 1_000, waitMaxMs: 300_000 };

/** A bulkhead with a clock that the test sets, and without jitter unless `random` is given. */
function stage({ slots = limits.slots, random = (): number => 0.5 } = {}) {
  const clock = { ms: 0 };
  const bulkhead = createBulkhead({ ...limits, slots }, { now: () => clock.ms, random });
  return { clock, bulkhead };
}

describe('a bulkhead', () => {
  it('is full once all slots are in use, until one is released', () => {
    const { bulkhead } = stage();
    const release = bulkhead.acquire('a');
    expect(bulkhead.isFull('a')).toBe(false);
    bulkhead.acquire('a');
    expect(bulkhead.full()).toEqual(['a']);
    release();
    expect(bulkhead.isFull('a')).toBe(false);
    expect(bulkhead.full()).toEqual([]);
  });

  it('counts each key separately', () => {
    const { bulkhead } = stage({ slots: 1 });
    bulkhead.acquire('slow');
    expect(bulkhead.isFull('slow')).toBe(true);
    expect(bulkhead.isFull('fast')).toBe(false);
  });
});

describe('the wait at a full bulkhead', () => {
  it('grows with the calls ahead and their duration', () => {
    const { clock, bulkhead } = stage();
    const release = bulkhead.acquire('a');
    bulkhead.acquire('a');
    clock.ms = 10_000;
    release();
    bulkhead.acquire('a');
    const waits = Array.from({ length: 4 }, () => bulkhead.queue('a'));
    expect(waits).toEqual([5_000, 10_000, 15_000, 20_000]);
  });

  it('is estimated from the oldest running call while none has ended', () => {
    const { clock, bulkhead } = stage();
    bulkhead.acquire('a');
    bulkhead.acquire('a');
    clock.ms = 8_000;
    expect(bulkhead.queue('a')).toBe(4_000);
  });

  it('stays within its bounds', () => {
    const { clock, bulkhead } = stage();
    bulkhead.acquire('a');
    bulkhead.acquire('a');
    expect(bulkhead.queue('a')).toBe(limits.waitMinMs);
    clock.ms = 15_000;
    const waits = Array.from({ length: 1_000 }, () => bulkhead.queue('a'));
    expect(Math.max(...waits)).toBe(limits.waitMaxMs);
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
  });

  it('is spread by jitter', () => {
    let drawn = 0;
    const { clock, bulkhead } = stage({ random: () => (drawn += 1 / 16) % 1 });
    bulkhead.acquire('a');
    bulkhead.acquire('a');
    clock.ms = 3_600_000;
    const waits = Array.from({ length: 15 }, () => bulkhead.queue('a'));
    expect(new Set(waits).size).toBe(waits.length);
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(limits.waitMaxMs * 0.8);
      expect(wait).toBeLessThanOrEqual(limits.waitMaxMs * 1.2);
    }
  });

  it('ends with the calls ahead', () => {
    const { clock, bulkhead } = stage();
    const releases = [bulkhead.acquire('a'), bulkhead.acquire('a')];
    clock.ms = 10_000;
    for (let n = 0; n < 10; n += 1) bulkhead.queue('a');
    clock.ms = 100_000;
    for (const release of releases) release();
    expect(bulkhead.isFull('a')).toBe(false);
  });

  /** 250 callbacks to one hanging endpoint, of which 16 may be sent at a time: how often the others are refused. */
  it('lets calls return about as often as slots become free, not once a second', () => {
    const { clock, bulkhead } = stage({ slots: 16, random: Math.random });
    const stayMs = 15_000;
    const dueAt = Array.from({ length: 250 }, () => 0);
    const inside: { until: number; release: () => void }[] = [];
    let refused = 0;
    for (; dueAt.length > 0 && clock.ms < 3_600_000; clock.ms += 100) {
      for (const one of inside.filter(({ until }) => until <= clock.ms)) {
        inside.splice(inside.indexOf(one), 1);
        one.release();
      }
      for (const due of dueAt.filter((at) => at <= clock.ms)) {
        dueAt.splice(dueAt.indexOf(due), 1);
        if (bulkhead.isFull('a')) {
          refused += 1;
          dueAt.push(clock.ms + bulkhead.queue('a'));
        } else inside.push({ until: clock.ms + stayMs, release: bulkhead.acquire('a') });
      }
      expect(inside.length).toBeLessThanOrEqual(16);
    }
    expect(dueAt).toEqual([]);
    // One try per second would be refused about 28,000 times.
    expect(refused).toBeLessThan(250 * 12);
  });
});
