/** Allowance of a bucket: a burst, and a rate per second in the long run. */
export type Allowance = { readonly atOnce: number; readonly perSecond: number };

export type TokenBuckets = {
  /** Takes one token, or `cost` tokens, of this name; false if there are too few. `now`: milliseconds. */
  (name: string, now: number, cost?: number): boolean;
  /** Returns tokens that were not needed. */
  giveBack(name: string, tokens?: number): void;
};

/** Far more names than are in use at a time; the least recently used are forgotten first. */
const bucketsMax = 50_000;

/** A token bucket for each name, each with the same allowance. Counted in this process alone: with several, each allows as much. */
export function createTokenBuckets({ atOnce, perSecond }: Allowance): TokenBuckets {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  const take = (name: string, now: number, cost = 1) => {
    const known = buckets.get(name) ?? { left: atOnce, at: now };
    const left = Math.min(atOnce, known.left + ((now - known.at) / 1_000) * perSecond);
    // Inserted again, so that the order of the map is the order of use.
    buckets.delete(name);
    buckets.set(name, { left: left < cost ? left : left - cost, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > bucketsMax && oldest !== undefined) buckets.delete(oldest);
    return left >= cost;
  };
  const giveBack = (name: string, tokens = 1) => {
    const known = buckets.get(name);
    if (known) buckets.set(name, { ...known, left: Math.min(atOnce, known.left + tokens) });
  };
  return Object.assign(take, { giveBack });
}
