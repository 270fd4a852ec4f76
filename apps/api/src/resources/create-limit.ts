import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Client } from '@temporalio/client';
import { transactionsQueue } from '#contracts/task-queues';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Metrics } from '#metrics/metrics';
import { adaptLimit, isWithin, unlimited, type Load } from '#runtime/adaptive-limit';
import { askBacklog } from '#runtime/ask-backlog';
import type { Logger } from '#runtime/create-log';
import { repeat } from '#runtime/repeat';
import type { Stoppable } from '#runtime/run-process';

/** Spread, so that those who were refused together do not come back together. */
const retrySeconds = { least: 5, spread: 5 };
const lookEveryMs = 1_000;
const loopResolutionMs = 20;
const msPerSecond = 1_000;
const nanosPerMs = 1e6;

/**
 * Limits the creates under way in this process while the system is overloaded, so that what was accepted is done in time
 * (contract §3, overload). Each merchant has a share. No limit is in force while workers and event loop keep up.
 */
export class CreateLimit {
  /** The oldest first; `since` in milliseconds of `performance.now()`. */
  private readonly calls = new Set<{ readonly since: number }>();
  private readonly byMerchant = new Map<string, number>();
  private peak = 0;
  private limit = unlimited;

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {
    metrics.beforeRendering(() => {
      const { max } = this.limit;
      metrics.show('gateway_creates_limit', max === undefined ? [] : [{ labels: {}, value: max }]);
      metrics.show('gateway_creates_under_way', [{ labels: {}, value: this.calls.size }]);
    });
  }

  /** Runs a create that is not registered yet. Rejects with `unavailable`, without running it, if it is beyond the limit. */
  async during<Result>(merchant: string, reference: string, create: () => Promise<Result>): Promise<Result> {
    this.refuseBeyond(merchant, reference);
    const call = { since: performance.now() };
    this.calls.add(call);
    this.change(merchant, 1);
    this.peak = Math.max(this.peak, this.calls.size);
    try {
      return await create();
    } finally {
      this.calls.delete(call);
      this.change(merchant, -1);
    }
  }

  /** Takes a look into account. */
  adapt(look: Pick<Load, 'backlogMs' | 'loopDelayMs'>): void {
    const [oldest] = this.calls;
    const oldestMs = oldest ? performance.now() - oldest.since : 0;
    const before = this.limit;
    this.limit = adaptLimit(before, { ...look, oldestMs, underWay: this.calls.size, peak: this.peak });
    this.peak = this.calls.size;
    const { max, cause } = this.limit;
    if (before.max === undefined && max !== undefined)
      this.log.warn({ max, cause, underWay: this.calls.size, ...look }, 'overloaded: creates are limited');
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

  private change(merchant: string, by: 1 | -1): void {
    const own = (this.byMerchant.get(merchant) ?? 0) + by;
    if (own > 0) this.byMerchant.set(merchant, own);
    else this.byMerchant.delete(merchant);
  }
}

/** Adapts the limit once a second to how long workflows wait for a worker and how late this process is. */
export function followLoad(limit: CreateLimit, client: Client): Stoppable {
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delay.enable();
  const looking = repeat('load', {
    everyMs: lookEveryMs,
    async run() {
      const backlog = await askBacklog(client, { queue: transactionsQueue, kind: 'workflow' }).catch(
        () => undefined,
      );
      const late = delay.mean / nanosPerMs - loopResolutionMs;
      delay.reset();
      limit.adapt({
        backlogMs: backlog && backlog.ageSeconds * msPerSecond,
        // Not a number where the loop has not turned since the last look.
        loopDelayMs: Number.isNaN(late) ? 0 : late,
      });
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
