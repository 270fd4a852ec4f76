import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { repeat } from '#runtime/repeat';
import type { Stoppable } from '#runtime/run-process';

const probeEveryMs = 1_000;
const probeLimitMs = 1_500;
const firstAnswer = { withinMs: 5_000, lookEveryMs: 20 };

/** Whether Temporal answered the last probe. A registration asks this, because it must not wait to find out. */
export class TemporalReach {
  private isReached = false;
  private readonly probing: Stoppable;

  constructor(private readonly connection: Connection) {
    this.probing = repeat('reach of Temporal', { everyMs: probeEveryMs, run: () => this.probe() });
  }

  isReachable(): boolean {
    return this.isReached;
  }

  /** Waits for the first answer, five seconds at most: an API that takes calls before it refuses them. */
  async awaitFirst(): Promise<void> {
    const until = Date.now() + firstAnswer.withinMs;
    while (!this.isReached && Date.now() < until) await sleep(firstAnswer.lookEveryMs);
  }

  stop(): Promise<void> {
    return this.probing.stop();
  }

  private async probe(): Promise<void> {
    try {
      await this.connection.withDeadline(Date.now() + probeLimitMs, () =>
        this.connection.workflowService.getSystemInfo({}),
      );
      this.isReached = true;
    } catch {
      this.isReached = false;
    }
  }
}
