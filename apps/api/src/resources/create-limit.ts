import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionType } from '#domain/transaction/status';
import type { Metrics } from '#metrics/metrics';
import {
  adaptLimit,
  isWithin,
  looksPerSecond,
  unlimited,
  waitMaxMs,
  type Load,
} from '#runtime/adaptive-limit';
import type { Logger } from '#runtime/create-log';
import { repeat } from '#runtime/repeat';
import type { Stoppable } from '#runtime/run-process';
import { withDeadline } from '#runtime/with-deadline';

/** Spread, so that those who were refused together do not come back together. */
const retrySeconds = { least: 5, spread: 5 };
const msPerSecond = 1_000;
const lookEveryMs = msPerSecond / looksPerSecond;
const loopResolutionMs = 20;
const nanosPerMs = 1e6;

/** What creates of this process wait for, that no worker has begun: for how long (milliseconds), and whose they are. */
type Waiting = { readonly waitMs: number; readonly merchants: readonly string[] };

/**
 * Limits the creates under way in this process while the system is overloaded, so that what was accepted is done in time
 * (contract §3, overload). Each merchant has a share. No limit is in force while workers and event loop keep up, and none for a
 * merchant whose creates are begun at once: what the others wait for may be a provider that only they use.
 */
export class CreateLimit {
  private underWay = 0;
  /** Registered transactions that no worker may have begun, the oldest first; `since` in milliseconds of `performance.now()`. */
  private readonly waiting = new Map<string, { readonly merchant: string; readonly since: number }>();
  /** Merchants whose creates have waited for a worker since the limit came into force. */
  private readonly delayed = new Set<string>();
  private readonly byMerchant = new Map<string, number>();
  private readonly byReference = new Map<string, number>();
  private peak = 0;
  private limit = unlimited;

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {
    metrics.beforeRendering(() => {
      const { max } = this.limit;
      metrics.show('gateway_creates_limit', max === undefined ? [] : [{ labels: {}, value: max }]);
      metrics.show('gateway_creates_under_way', [{ labels: {}, value: this.underWay }]);
    });
  }

  /**
   * Runs a create that is not registered yet. Rejects with `unavailable`, without running it, if it is beyond the limit and no
   * other create with its reference is under way: what that one registers is to answer it (contract §4).
   */
  async during<Result>(
    merchant: string,
    { type, reference }: { readonly type: TransactionType; readonly reference: string },
    create: () => Promise<Result>,
  ): Promise<Result> {
    const name = JSON.stringify([merchant, type, reference]);
    if (!this.byReference.has(name)) this.refuseBeyond(merchant, reference);
    this.underWay += 1;
    change(this.byMerchant, merchant, 1);
    change(this.byReference, name, 1);
    this.peak = Math.max(this.peak, this.underWay);
    try {
      return await create();
    } finally {
      this.underWay -= 1;
      change(this.byMerchant, merchant, -1);
      change(this.byReference, name, -1);
    }
  }

  /** Waits for the first step of a registered transaction, which a worker is to begin at once. */
  async untilFirstStep<Result>(
    { merchant, identifier }: { readonly merchant: string; readonly identifier: string },
    firstStep: () => Promise<Result>,
  ): Promise<Result> {
    this.waiting.set(identifier, { merchant, since: performance.now() });
    try {
      return await firstStep();
    } finally {
      this.waiting.delete(identifier);
    }
  }

  /** Transactions that have waited for their first step for more than `waitMaxMs`, so that perhaps no worker has begun them. */
  waitingLong(): readonly string[] {
    const before = performance.now() - waitMaxMs;
    return [...this.waiting].flatMap(([identifier, { since }]) => (since < before ? identifier : []));
  }

  /** A worker has begun these, and now their provider is waited for. */
  begun(identifiers: readonly string[]): void {
    for (const identifier of identifiers) this.waiting.delete(identifier);
  }

  /** What is left of these, the oldest first. */
  stillWaiting(identifiers: readonly string[]): Waiting {
    const left = identifiers.flatMap((identifier) => this.waiting.get(identifier) ?? []);
    const [oldest] = left;
    return {
      waitMs: oldest === undefined ? 0 : performance.now() - oldest.since,
      merchants: left.map(({ merchant }) => merchant),
    };
  }

  /** Takes a look into account. */
  adapt({ waitMs, merchants, loopDelayMs }: Waiting & Pick<Load, 'loopDelayMs'>): void {
    const before = this.limit;
    this.limit = adaptLimit(before, { waitMs, loopDelayMs, underWay: this.underWay, peak: this.peak });
    this.peak = this.underWay;
    const { max, cause } = this.limit;
    if (max === undefined) this.delayed.clear();
    else for (const merchant of merchants) this.delayed.add(merchant);
    if (before.max === undefined && max !== undefined) {
      const found = { max, cause, underWay: this.underWay, waitMs, loopDelayMs };
      this.log.warn(found, 'overloaded: creates are limited');
    }
    if (before.max !== undefined && max === undefined)
      this.log.info({}, 'no longer overloaded: creates are not limited');
  }

  private refuseBeyond(merchant: string, reference: string): void {
    const { max, cause } = this.limit;
    if (max === undefined || cause === undefined || isWithin(max, this.byMerchant, merchant)) return;
    if (cause === 'backlog' && !this.delayed.has(merchant)) return;
    this.metrics.count('gateway_creates_refused_total', { cause });
    throw new GatewayError('unavailable', {
      reference,
      description: 'There is more to do than can be done in time; this call has changed nothing, try again',
      retryAfterSeconds: retrySeconds.least + Math.floor(Math.random() * (retrySeconds.spread + 1)),
    });
  }
}

function change(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** Those of these transactions that no worker has begun. */
type FindUnbegun = (identifiers: readonly string[]) => Promise<ReadonlySet<string>>;

/** Adapts the limit four times a second to how long creates wait for a worker and how late this process is. */
export function followLoad(limit: CreateLimit, findUnbegun: FindUnbegun): Stoppable {
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delay.enable();
  const looking = repeat('load', {
    everyMs: lookEveryMs,
    async run() {
      const waiting = await findWaiting(limit, findUnbegun);
      const late = delay.mean / nanosPerMs - loopResolutionMs;
      delay.reset();
      // Not a number where the loop has not turned since the last look.
      limit.adapt({ ...waiting, loopDelayMs: Number.isNaN(late) ? 0 : late });
    },
  });
  return {
    ...looking,
    async stop() {
      delay.disable();
      await looking.stop();
    },
  };
}

/**
 * What waits for a worker for longer than it should; Postgres is asked about nothing else. If it does not say in time, it is itself
 * what all of them wait for.
 */
async function findWaiting(limit: CreateLimit, findUnbegun: FindUnbegun): Promise<Waiting> {
  const long = limit.waitingLong();
  if (long.length === 0) return { waitMs: 0, merchants: [] };
  const found = await withDeadline(Date.now() + waitMaxMs, findUnbegun(long)).catch(() => undefined);
  if (found?.kind === 'answered') limit.begun(long.filter((identifier) => !found.answer.has(identifier)));
  return limit.stillWaiting(long);
}
