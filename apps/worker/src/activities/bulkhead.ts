/** Bounds of a bulkhead. Times are milliseconds. */
export type BulkheadLimits = {
  /** So many may be inside at once, of each key. */
  readonly slots: number;
  /** Who finds no room waits no less and, before its jitter, no longer than this; of no matter where nobody queues. */
  readonly waitMinMs?: number;
  readonly waitMaxMs?: number;
};

/**
 * Bounds what is under way of each key in this process, so that one which hangs holds up nobody but itself. Whoever
 * finds no room is told how long to stay away: as long as those in front of it need, judged by what a stay takes lately.
 */
export type Bulkhead = {
  /** Of each key. */
  readonly slots: number;
  /** How many are inside, by key. */
  taken(): ReadonlyMap<string, number>;
  /** How many of this key are inside. */
  inside(key: string): number;
  isFull(key: string): boolean;
  /** Keys that have their fill. */
  full(): readonly string[];
  /** Takes a slot, whether there is room or not; the result gives it back and is called once. */
  enter(key: string): () => void;
  /** Takes a place in the queue and says after how many milliseconds its turn is likely. */
  queue(key: string): number;
};

/** Jitter of the waits, so that those who were refused together do not come back together. */
const jitter = 0.2;
/** How much the newest stay counts in the mean of them all. */
const newestWeight = 0.2;

type Inside = {
  /** When each began, the oldest first. */
  readonly since: Map<symbol, number>;
  meanMs: number;
  /** All those in front are likely to have had their turn by then. */
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
    enter(key) {
      const inside = insideOf(key);
      const stay = Symbol(key);
      const enteredAt = now();
      inside.since.set(stay, enteredAt);
      return () => {
        inside.since.delete(stay);
        const tookMs = now() - enteredAt;
        inside.meanMs += (inside.meanMs === 0 ? 1 : newestWeight) * (tookMs - inside.meanMs);
      };
    },
    queue(key) {
      const inside = insideOf(key);
      const at = now();
      const [oldest = at] = inside.since.values();
      // Those inside have not left yet: what the oldest of them takes already is what a stay takes at least.
      const stayMs = Math.max(inside.meanMs, at - oldest);
      const booked = Math.max(at, inside.bookedUntil) + stayMs / slots;
      inside.bookedUntil = Math.min(booked, at + waitMaxMs);
      const waitMs = Math.max(waitMinMs, inside.bookedUntil - at);
      return waitMs * (1 + jitter * (2 * random() - 1));
    },
  };
}
