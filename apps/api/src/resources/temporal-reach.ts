import type { Connection } from '@temporalio/client';

const probeEveryMs = 1_000;
const probeLimitMs = 1_500;

/** Whether Temporal answered the last probe. A registration asks this, because it must not wait to find out. */
export class TemporalReach {
  private isReached = false;
  private isProbing = false;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly connection: Connection) {
    void this.probe();
    this.timer = setInterval(() => void this.probe(), probeEveryMs);
  }

  isReachable(): boolean {
    return this.isReached;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async probe(): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    try {
      await this.connection.withDeadline(Date.now() + probeLimitMs, () =>
        this.connection.workflowService.getSystemInfo({}),
      );
      this.isReached = true;
    } catch {
      this.isReached = false;
    } finally {
      this.isProbing = false;
    }
  }
}
