/** How often something may happen: so often at once, and so often a second in the long run. */
export type Allowance = { readonly atOnce: number; readonly perSecond: number };

/** Whether what has this name may happen once more. `now`: milliseconds. */
export type TokenBuckets = (name: string, now: number) => boolean;

/** Far more names than are in use at a time; the ones that rest longest are forgotten first. */
const bucketsMax = 50_000;

/** A token bucket for each name, each with the same allowance. Counted in this process alone: with several, each allows as much. */
export function createTokenBuckets({ atOnce, perSecond }: Allowance): TokenBuckets {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  return (name, now) => {
    const known = buckets.get(name) ?? { left: atOnce, at: now };
    const left = Math.min(atOnce, known.left + ((now - known.at) / 1_000) * perSecond);
    // Written anew, so that the order of the map is the order of use.
    buckets.delete(name);
    buckets.set(name, { left: left < 1 ? left : left - 1, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > bucketsMax && oldest !== undefined) buckets.delete(oldest);
    return left >= 1;
  };
}
