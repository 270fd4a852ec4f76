import { describe, expect, it } from 'vitest';
import { createBulkhead } from './bulkhead.js';

const limits = { slots: 2, waitMinMs: 1_000, waitMaxMs: 300_000 };

/** A bulkhead on a clock of its own, and without jitter unless asked for. */
function stage({ slots = limits.slots, random = (): number => 0.5 } = {}) {
  const clock = { ms: 0 };
  const bulkhead = createBulkhead({ ...limits, slots }, { now: () => clock.ms, random });
  return { clock, bulkhead };
}

describe('the bulkhead', () => {
  it('is full with so many, and no more when one has left', () => {
    const { bulkhead } = stage();
    const leave = bulkhead.enter('a');
    expect(bulkhead.isFull('a')).toBe(false);
    bulkhead.enter('a');
    expect(bulkhead.full()).toEqual(['a']);
    leave();
    expect(bulkhead.isFull('a')).toBe(false);
    expect(bulkhead.full()).toEqual([]);
  });

  it('counts each key by itself', () => {
    const { bulkhead } = stage({ slots: 1 });
    bulkhead.enter('slow');
    expect(bulkhead.isFull('slow')).toBe(true);
    expect(bulkhead.isFull('fast')).toBe(false);
  });
});

describe('who finds no room waits', () => {
  it('in proportion to those in front and to what a stay takes', () => {
    const { clock, bulkhead } = stage();
    const leave = bulkhead.enter('a');
    bulkhead.enter('a');
    clock.ms = 10_000;
    leave();
    bulkhead.enter('a');
    const waits = Array.from({ length: 4 }, () => bulkhead.queue('a'));
    expect(waits).toEqual([5_000, 10_000, 15_000, 20_000]);
  });

  it('also where nobody has come back yet: by the oldest that is still inside', () => {
    const { clock, bulkhead } = stage();
    bulkhead.enter('a');
    bulkhead.enter('a');
    clock.ms = 8_000;
    expect(bulkhead.queue('a')).toBe(4_000);
  });

  it('no less than the least and no longer than the most, however many there are', () => {
    const { clock, bulkhead } = stage();
    bulkhead.enter('a');
    bulkhead.enter('a');
    expect(bulkhead.queue('a')).toBe(limits.waitMinMs);
    clock.ms = 15_000;
    const waits = Array.from({ length: 1_000 }, () => bulkhead.queue('a'));
    expect(Math.max(...waits)).toBe(limits.waitMaxMs);
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
  });

  it('each at another moment', () => {
    let drawn = 0;
    const { clock, bulkhead } = stage({ random: () => (drawn += 1 / 16) % 1 });
    bulkhead.enter('a');
    bulkhead.enter('a');
    clock.ms = 3_600_000;
    const waits = Array.from({ length: 15 }, () => bulkhead.queue('a'));
    expect(new Set(waits).size).toBe(waits.length);
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(limits.waitMaxMs * 0.8);
      expect(wait).toBeLessThanOrEqual(limits.waitMaxMs * 1.2);
    }
  });

  it('anew, once those in front have had their turn', () => {
    const { clock, bulkhead } = stage();
    const leave = [bulkhead.enter('a'), bulkhead.enter('a')];
    clock.ms = 10_000;
    for (let n = 0; n < 10; n += 1) bulkhead.queue('a');
    clock.ms = 100_000;
    for (const one of leave) one();
    expect(bulkhead.isFull('a')).toBe(false);
  });

  /** What 250 callbacks to one endpoint that hangs cost: tries per second, beside the 16 that are under way. */
  it('and so tries about as often as there is room, not once a second', () => {
    const { clock, bulkhead } = stage({ slots: 16, random: Math.random });
    const stayMs = 15_000;
    const dueAt = Array.from({ length: 250 }, () => 0);
    const inside: { until: number; leave: () => void }[] = [];
    let refused = 0;
    for (; dueAt.length > 0 && clock.ms < 3_600_000; clock.ms += 100) {
      for (const one of inside.filter(({ until }) => until <= clock.ms)) {
        inside.splice(inside.indexOf(one), 1);
        one.leave();
      }
      for (const due of dueAt.filter((at) => at <= clock.ms)) {
        dueAt.splice(dueAt.indexOf(due), 1);
        if (bulkhead.isFull('a')) {
          refused += 1;
          dueAt.push(clock.ms + bulkhead.queue('a'));
        } else inside.push({ until: clock.ms + stayMs, leave: bulkhead.enter('a') });
      }
      expect(inside.length).toBeLessThanOrEqual(16);
    }
    expect(dueAt).toEqual([]);
    // Once a second would be some 28,000 of them.
    expect(refused).toBeLessThan(250 * 12);
  });
});
