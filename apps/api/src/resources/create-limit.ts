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

/**
 * Limits the creates under way in this process while the system is overloaded, so that what was accepted is done in time
 * (contract §3, overload). Each merchant has a share. No limit is in force while workers and event loop keep up.
 */
export class CreateLimit {
  private underWay = 0;
  /** Registered transactions that no worker may have begun, the oldest first; in milliseconds of `performance.now()`. */
  private readonly waitingSince = new Map<string, number>();
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
  async untilFirstStep<Result>(identifier: string, firstStep: () => Promise<Result>): Promise<Result> {
    this.waitingSince.set(identifier, performance.now());
    try {
      return await firstStep();
    } finally {
      this.waitingSince.delete(identifier);
    }
  }

  /** Transactions whose first step has been waited for so long (milliseconds) that it may be no worker has begun it. */
  waitingLong(): readonly string[] {
    const since = performance.now() - waitMaxMs;
    return [...this.waitingSince].flatMap(([identifier, at]) => (at < since ? identifier : []));
  }

  /** A worker has begun these, and now their provider is waited for. */
  begun(identifiers: readonly string[]): void {
    for (const identifier of identifiers) this.waitingSince.delete(identifier);
  }

  /** For how long the first of these that still waits has waited, in milliseconds; 0 if none does. */
  waitedMs(identifiers: readonly string[]): number {
    const [since] = identifiers.flatMap((identifier) => this.waitingSince.get(identifier) ?? []);
    return since === undefined ? 0 : performance.now() - since;
  }

  /** Takes a look into account. */
  adapt({ waitMs, loopDelayMs }: Pick<Load, 'waitMs' | 'loopDelayMs'>): void {
    const before = this.limit;
    this.limit = adaptLimit(before, { waitMs, loopDelayMs, underWay: this.underWay, peak: this.peak });
    this.peak = this.underWay;
    const { max, cause } = this.limit;
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
      const waitMs = await findWait(limit, findUnbegun);
      const late = delay.mean / nanosPerMs - loopResolutionMs;
      delay.reset();
      // Not a number where the loop has not turned since the last look.
      limit.adapt({ waitMs, loopDelayMs: Number.isNaN(late) ? 0 : late });
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
 * For how long the oldest create has waited for a worker, in milliseconds; 0 for less than is asked about. If Postgres does
 * not say in time, it is itself what all of them wait for.
 */
async function findWait(limit: CreateLimit, findUnbegun: FindUnbegun): Promise<number> {
  const waiting = limit.waitingLong();
  if (waiting.length === 0) return 0;
  const found = await withDeadline(Date.now() + waitMaxMs, findUnbegun(waiting)).catch(() => undefined);
  if (found?.kind === 'answered') limit.begun(waiting.filter((identifier) => !found.answer.has(identifier)));
  return limit.waitedMs(waiting);
}
