import type { Client } from '@temporalio/client';
import type { Logger } from '#process/create-log';
import { evidenceArrived, paymentFlowType } from '#contracts/payment-flow';
import { paymentFlowOptions } from '#contracts/start-payment-flow';
import type { Database } from '#persistence/database';
import { takeDueSweeps, type DueSweep } from '#persistence/transactions/take-due-sweeps';

const sweepEveryMs = 1_000;
const sweepsAtOnceMax = 100;

export type Sweep = { stop(): Promise<void> };

/**
 * Ensures that every transaction which is not final, or whose callback is not delivered, has a running flow
 * (contract §9), whatever was lost: a start that never reached Temporal, a signal, or Temporal's whole database.
 */
export function startSweep({
  database,
  client,
  log,
  ladderMs,
}: {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  readonly ladderMs: () => readonly number[];
}): Sweep {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const sweepOnce = async () => {
    const due = await takeDueSweeps(database, { ladderMs: ladderMs(), limit: sweepsAtOnceMax });
    const results = await Promise.allSettled(due.map((subject) => ensureFlow(client, subject)));
    const failed = results.filter((result) => result.status === 'rejected').length;
    if (failed > 0)
      log.warn({ failed, due: due.length }, 'flows could not be ensured and are due again later');
  };
  const running = (async () => {
    while (!isStopped) {
      await sweepOnce().catch((error: unknown) => log.warn({ error: describeError(error) }, 'sweep failed'));
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, sweepEveryMs);
      });
    }
  })();
  return {
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
}

/** A flow that runs is left alone; one that missed evidence is told so. */
async function ensureFlow(client: Client, subject: DueSweep): Promise<void> {
  const options = paymentFlowOptions(subject);
  if (subject.unheard) {
    await client.workflow.signalWithStart(paymentFlowType, { ...options, signal: evidenceArrived });
    return;
  }
  await client.workflow.start(paymentFlowType, options);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
