/** Bounds of a bulkhead. Times are milliseconds. */
export type BulkheadLimits = {
  /** Concurrent calls per key. */
  readonly slots: number;
  /** Bounds of the wait that `queue` returns, before jitter. Unused by bulkheads that never queue. */
  readonly waitMinMs?: number;
  readonly waitMaxMs?: number;
};

/**
 * Limits concurrent calls per key in this process, so that a hanging partner blocks only itself. `queue` estimates the wait
 * from the calls ahead and their recent duration.
 */
export type Bulkhead = {
  /** Slots per key. */
  readonly slots: number;
  /** Slots in use, by key. */
  taken(): ReadonlyMap<string, number>;
  /** Slots in use for this key. */
  inside(key: string): number;
  isFull(key: string): boolean;
  /** Keys whose slots are all in use. */
  full(): readonly string[];
  /** Takes a slot, even beyond the limit, and returns the function that gives it back, to be called once. */
  acquire(key: string): () => void;
  /** Takes a place in the queue and returns the milliseconds until its turn is likely. */
  queue(key: string): number;
};

/** Jitter of the waits, so that calls that were refused together do not return together. */
const jitter = 0.2;
/** Weight of the newest duration in the moving mean. */
const newestWeight = 0.2;

type Inside = {
  /** Start of each call, the oldest first. */
  readonly since: Map<symbol, number>;
  meanMs: number;
  /** When all queued calls are likely to have had their turn. */
  bookedUntil: number;
};

export type BulkheadSurroundings = { readonly now: () => number; readonly random: () => number };

const surroundings: BulkheadSurroundings = { now: () => performance.now(), random: Math.random };

export function createBulkhead(
  { slots, waitMinMs = 0, waitMaxMs = Infinity }: BulkheadLimits,
  { now, random }: BulkheadSurroundings = surroundings,
): Bulkhead {
  const keys = new Map<string, Inside>();

  const forgetIdle = () => {
    for (const [key, { since, bookedUntil }] of keys) {
      if (since.size === 0 && bookedUntil <= now()) keys.delete(key);
    }
  };
  const insideOf = (key: string): Inside => {
    const known = keys.get(key);
    if (known) return known;
    forgetIdle();
    const fresh = { since: new Map<symbol, number>(), meanMs: 0, bookedUntil: 0 };
    keys.set(key, fresh);
    return fresh;
  };
  const countInside = (key: string) => keys.get(key)?.since.size ?? 0;
  const isFull = (key: string) => countInside(key) >= slots;

  return {
    slots,
    taken: () => new Map([...keys].map(([key, { since }]) => [key, since.size])),
    inside: countInside,
    isFull,
    full: () => [...keys.keys()].filter(isFull),
    acquire(key) {
      const inside = insideOf(key);
      const call = Symbol(key);
      const startedAt = now();
      inside.since.set(call, startedAt);
      return () => {
        inside.since.delete(call);
        const tookMs = now() - startedAt;
        inside.meanMs += (inside.meanMs === 0 ? 1 : newestWeight) * (tookMs - inside.meanMs);
      };
    },
    queue(key) {
      const inside = insideOf(key);
      const at = now();
      const [oldest = at] = inside.since.values();
      // Calls take at least as long as the oldest running one has taken so far.
      const callMs = Math.max(inside.meanMs, at - oldest);
      const booked = Math.max(at, inside.bookedUntil) + callMs / slots;
      inside.bookedUntil = Math.min(booked, at + waitMaxMs);
      const waitMs = Math.max(waitMinMs, inside.bookedUntil - at);
      return waitMs * (1 + jitter * (2 * random() - 1));
    },
  };
}
