/** Why there is more to do than can be done. */
export const overloadCauses = ['backlog', 'event_loop'] as const;
type OverloadCause = (typeof overloadCauses)[number];

/** What a look at the system shows. */
export type Load = {
  /** Age of the oldest work of this process that no worker has begun; 0 without such work. */
  readonly waitMs: number;
  /** Mean delay of this process's event loop since the last look. */
  readonly loopDelayMs: number;
  /** Work under way now, and the most of it since the last look. */
  readonly underWay: number;
  readonly peak: number;
};

/** How much may be under way, as it follows from all looks so far. */
export type AdaptiveLimit = {
  /** Undefined: no limit is in force. */
  readonly max: number | undefined;
  /** What was found last that is too slow. */
  readonly cause: OverloadCause | undefined;
  /** Looks in a row that found it, since the limit was last lowered. */
  readonly slowLooks: number;
  /** Looks in a row at which the limit was not reached. */
  readonly unusedLooks: number;
};

export const unlimited: AdaptiveLimit = { max: undefined, cause: undefined, slowLooks: 0, unusedLooks: 0 };

/** Looks at the system in a second. */
export const looksPerSecond = 4;
/** In milliseconds; longer than any work waits while the workers keep up. */
export const waitMaxMs = 500;
/** A tenth of a second for each turn: the processor is needed for something else all the time. */
const loopDelayMaxMs = 100;
/** A burst is over after a second, a queue that stands is not. */
const slowLooksMin = looksPerSecond;
/** Enough to keep a small machine busy for about a second, and to find out whether a worker is back. */
const limitMin = 32;
/** A burst of this size is no overload yet: a small machine works it off in three seconds. */
const burstMax = 100;
const lowered = 0.7;
/** A fifth a second. */
const raisedByShare = 1 / 5 / looksPerSecond;
/** Ten seconds. */
const unusedLooksMax = 10 * looksPerSecond;

/**
 * The limit after another look. It falls by a factor while work waits too long before it is begun, at all looks of a second and not only in a
 * burst (as CoDel measures a queue), and grows slowly while it is used (as TCP does). How long work takes in all says nothing:
 * that is the provider's time.
 */
export function adaptLimit(before: AdaptiveLimit, load: Load): AdaptiveLimit {
  const cause = findCause(load);
  if (cause !== undefined) return lower({ ...before, cause, slowLooks: before.slowLooks + 1 }, load);
  return raise({ ...before, slowLooks: 0 }, load);
}

function findCause({ waitMs, loopDelayMs }: Load): OverloadCause | undefined {
  if (waitMs > waitMaxMs) return 'backlog';
  return loopDelayMs > loopDelayMaxMs ? 'event_loop' : undefined;
}

/**
 * At the first look at a queue nothing more is let in than is under way, or than a burst has, and from the first second on less. What
 * others have within their shares is beyond the limit, so it need not have been followed before it is lowered again: it might never be.
 */
function lower(limit: AdaptiveLimit, { underWay }: Load): AdaptiveLimit {
  const isLasting = limit.slowLooks >= slowLooksMin;
  // A loop that is late once has taken a burst in.
  if (limit.max === undefined && limit.cause === 'event_loop' && !isLasting) return limit;
  const { max = Math.max(burstMax, underWay) } = limit;
  if (!isLasting) return { ...limit, max, unusedLooks: 0 };
  return { ...limit, max: Math.max(limitMin, Math.floor(max * lowered)), slowLooks: 0, unusedLooks: 0 };
}

/** Lifted when it has not been reached for long. */
function raise(limit: AdaptiveLimit, { peak }: Load): AdaptiveLimit {
  if (limit.max === undefined) return limit;
  const { max } = limit;
  if (peak >= max) return { ...limit, max: max + Math.ceil(max * raisedByShare), unusedLooks: 0 };
  const unusedLooks = limit.unusedLooks + 1;
  return unusedLooks < unusedLooksMax ? { ...limit, unusedLooks } : unlimited;
}

/**
 * Whether another piece of work of this tenant may begin. `underWay`: how much each tenant has. Whatever the others have
 * taken beyond their shares is not counted against a tenant within its own, so the total may be twice the limit.
 */
export function isWithin(max: number, underWay: ReadonlyMap<string, number>, tenant: string): boolean {
  const all = [...underWay.values()];
  if (sum(all) < max) return true;
  const own = underWay.get(tenant) ?? 0;
  const tenants = underWay.size + (own === 0 ? 1 : 0);
  const share = Math.max(1, max / tenants);
  return own < share && sum(all.map((each) => Math.min(each, share))) < max;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
