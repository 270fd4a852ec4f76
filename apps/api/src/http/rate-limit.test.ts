import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, createRateLimit, limitsOf, type Lease } from './rate-limit.js';

/** Gives out of one account per second, as Postgres does. */
function createBank(now: () => number) {
  const leased = new Map<number, number>();
  let asked = 0;
  const lease: Lease = ({ share, perSecond }) => {
    asked += 1;
    const second = Math.floor(now() / 1_000);
    const before = leased.get(second) ?? 0;
    leased.set(second, before + share);
    const granted = Math.max(0, Math.min(share, perSecond - before));
    return Promise.resolve({ granted, remainingMs: (second + 1) * 1_000 - now() });
  };
  return { lease, asked: () => asked };
}

const silent = () => undefined;
const many = (count: number, ask: () => Promise<boolean>) =>
  Promise.all(Array.from({ length: count }, ask)).then((answers) => answers.filter(Boolean).length);

describe('the limits of a project', () => {
  it.each([
    [
      { requestsPerSecondMax: undefined, projectRequestsPerSecondMax: undefined },
      { perKey: 1_000, inAll: 2_000 },
    ],
    [
      { requestsPerSecondMax: 5, projectRequestsPerSecondMax: undefined },
      { perKey: 5, inAll: 10 },
    ],
    [
      { requestsPerSecondMax: undefined, projectRequestsPerSecondMax: 70 },
      { perKey: 1_000, inAll: 70 },
    ],
    [undefined, { perKey: 1_000, inAll: 2_000 }],
  ])('of %j are %j: none is without', (project, limits) => {
    expect(limitsOf(project)).toEqual(limits);
  });
});

describe('createRateLimit', () => {
  it('admits exactly the limit in each second', async () => {
    let time = 5_000;
    const limit = createRateLimit(createBank(() => time).lease, silent, () => time);
    expect(await many(500, () => limit.admits('key', 100))).toBe(100);
    time = 5_999;
    expect(await limit.admits('key', 100)).toBe(false);
    time = 6_000;
    expect(await many(500, () => limit.admits('key', 100))).toBe(100);
  });

  it('asks for one lease for many requests', async () => {
    const bank = createBank(() => 0);
    const limit = createRateLimit(bank.lease, silent, () => 0);
    await many(1_000, () => limit.admits('key', 1_000));
    expect(bank.asked()).toBe(20);
  });

  it('counts each key separately', async () => {
    const limits = new Map(['a', 'b'].map((key) => [key, createBank(() => 0)] as const));
    const lease: Lease = (asked) =>
      limits.get(asked.keyId)?.lease(asked) ?? Promise.reject(new Error('none'));
    const limit = createRateLimit(lease, silent, () => 0);
    expect(await many(5, () => limit.admits('a', 3))).toBe(3);
    expect(await many(5, () => limit.admits('b', 3))).toBe(3);
  });

  it('several processes together never admit more than the limit in a second, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.record({ by: fc.nat(2), after: fc.nat(300) }), { maxLength: 200 }),
        async (perSecond, requests) => {
          let time = 0;
          const { lease } = createBank(() => time);
          const processes = [0, 1, 2].map(() => createRateLimit(lease, silent, () => time));
          const admitted = new Map<number, number>();
          for (const { by, after } of requests) {
            time += after;
            const second = Math.floor(time / 1_000);
            const isAdmitted = await processes[by]?.admits('key', perSecond);
            if (isAdmitted) admitted.set(second, (admitted.get(second) ?? 0) + 1);
          }
          expect(Math.max(0, ...admitted.values())).toBeLessThanOrEqual(perSecond);
        },
      ),
    );
  });

  it('counts in this process alone, and logs it, while no lease is available', async () => {
    let time = 0;
    const told: string[] = [];
    const failing: Lease = () => Promise.reject(new Error('out of reach'));
    const limit = createRateLimit(
      failing,
      (keyId) => told.push(keyId),
      () => time,
    );
    expect(await many(10, () => limit.admits('key', 5))).toBe(5);
    expect(told).toEqual(['key']);
    time = 1_000;
    expect(await limit.admits('key', 5)).toBe(true);
  });
});

const window = { left: 2, until: 1_000, isLast: false };

describe('admit', () => {
  it('counts a request in a window with capacity', () => {
    expect(admit(window, 999)).toEqual({ kind: 'admitted', window: { ...window, left: 1 } });
    expect(admit({ ...window, left: 1, isLast: true }, 999).kind).toBe('admitted');
  });

  it('needs a lease without one, or after its end', () => {
    expect(admit(undefined, 0)).toEqual({ kind: 'leaseNeeded' });
    expect(admit(window, 1_000)).toEqual({ kind: 'leaseNeeded' });
    expect(admit({ ...window, left: 0, isLast: true }, 1_000)).toEqual({ kind: 'leaseNeeded' });
  });

  it('needs another lease when one is used up, and refuses after the last', () => {
    expect(admit({ ...window, left: 0 }, 0)).toEqual({ kind: 'leaseNeeded' });
    expect(admit({ ...window, left: 0, isLast: true }, 0)).toEqual({ kind: 'refused' });
  });
});
