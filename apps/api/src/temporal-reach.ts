import type { Connection } from '@temporalio/client';

const probeEveryMs = 1_000;
const probeLimitMs = 1_500;

/** Whether Temporal answered lately: asked before a registration, which must not wait to find out. */
export type TemporalReach = { isReachable(): boolean; stop(): void };

export function watchTemporalReach(connection: Connection): TemporalReach {
  let isReachable = false;
  let isProbing = false;
  const probe = async () => {
    if (isProbing) return;
    isProbing = true;
    try {
      await connection.withDeadline(Date.now() + probeLimitMs, () =>
        connection.workflowService.getSystemInfo({}),
      );
      isReachable = true;
    } catch {
      isReachable = false;
    } finally {
      isProbing = false;
    }
  };
  void probe();
  const timer = setInterval(() => void probe(), probeEveryMs);
  return { isReachable: () => isReachable, stop: () => clearInterval(timer) };
}
