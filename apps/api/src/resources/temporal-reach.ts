import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { repeat, type Turn } from '#runtime/repeat';
import type { Stoppable } from '#runtime/run-process';

const probeEveryMs = 1_000;
const probeLimitMs = 1_500;
/** One answer is late while the machine is busy, or right after the server was started again. */
const failedProbesMax = 2;
const firstAnswer = { withinMs: 5_000, lookEveryMs: 20 };

/** What this needs of a connection to Temporal. */
type Probed = Pick<Connection, 'withDeadline'> & {
  readonly workflowService: Pick<Connection['workflowService'], 'getSystemInfo'>;
};

/**
 * Whether Temporal answered one of the last two probes, and has answered at all. A registration asks this, because it must not
 * wait to find out.
 */
export class TemporalReach {
  private isReached = false;
  private failedProbes = 0;
  private readonly probing: Stoppable;

  constructor(private readonly connection: Probed) {
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

  /** Another probe follows a failed one at once. */
  private async probe(): Promise<Turn> {
    try {
      await this.connection.withDeadline(Date.now() + probeLimitMs, () =>
        this.connection.workflowService.getSystemInfo({}),
      );
      this.failedProbes = 0;
      this.isReached = true;
      return 'done';
    } catch {
      this.failedProbes += 1;
      if (this.failedProbes < failedProbesMax) return 'more';
      this.isReached = false;
      return 'done';
    }
  }
}
