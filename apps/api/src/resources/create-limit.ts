import { monitorEventLoopDelay } from 'node:perf_hooks';
import { transactionsQueue } from '#contracts/task-queues';
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
import { askBacklog, type QueueReader } from '#runtime/ask-backlog';
import type { Logger } from '#runtime/create-log';
import { repeat } from '#runtime/repeat';
import type { Stoppable } from '#runtime/run-process';

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
  /** The oldest first; `since` in milliseconds of `performance.now()`. */
  private readonly calls = new Set<{ readonly since: number }>();
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
      metrics.show('gateway_creates_under_way', [{ labels: {}, value: this.calls.size }]);
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
    const call = { since: performance.now() };
    this.calls.add(call);
    change(this.byMerchant, merchant, 1);
    change(this.byReference, name, 1);
    this.peak = Math.max(this.peak, this.calls.size);
    try {
      return await create();
    } finally {
      this.calls.delete(call);
      change(this.byMerchant, merchant, -1);
      change(this.byReference, name, -1);
    }
  }

  /** For how long the oldest create has been under way, in milliseconds; 0 if there is none. */
  oldestMs(): number {
    const [oldest] = this.calls;
    return oldest ? performance.now() - oldest.since : 0;
  }

  /** Takes a look into account. */
  adapt(look: Pick<Load, 'backlogMs' | 'loopDelayMs'>): void {
    const before = this.limit;
    this.limit = adaptLimit(before, {
      ...look,
      oldestMs: this.oldestMs(),
      underWay: this.calls.size,
      peak: this.peak,
    });
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
}

function change(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** Adapts the limit four times a second to how long workflows wait for a worker and how late this process is. */
export function followLoad(limit: CreateLimit, client: QueueReader): Stoppable {
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delay.enable();
  const looking = repeat('load', {
    everyMs: lookEveryMs,
    async run() {
      // Temporal is not asked while nothing of ours can have waited too long.
      const backlogMs = limit.oldestMs() > waitMaxMs ? await backlogOf(client) : 0;
      const late = delay.mean / nanosPerMs - loopResolutionMs;
      delay.reset();
      // Not a number where the loop has not turned since the last look.
      limit.adapt({ backlogMs, loopDelayMs: Number.isNaN(late) ? 0 : late });
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

/** Age in milliseconds of the oldest workflow task that waits for a worker; infinite if Temporal does not say in time. */
async function backlogOf(client: QueueReader): Promise<number> {
  const queue = { queue: transactionsQueue, kind: 'workflow' } as const;
  return askBacklog(client, queue, waitMaxMs).then(
    ({ ageSeconds }) => ageSeconds * msPerSecond,
    () => Infinity,
  );
}
