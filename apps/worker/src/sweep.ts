import type { Client } from '@temporalio/client';
import {
  evidenceArrived,
  flowTypes,
  lookUpDue,
  becameReady,
  callbackReleased,
} from '#contracts/transaction-flow';
import { reviewFlowOptions, reviewFlowType, reviewRaised } from '#contracts/review-flow';
import { flowOptions } from '#contracts/flow-options';
import { transferFlowOptions, transferFlowType } from '#contracts/transfer-flow';
import type { Database } from '#persistence/database';
import { takeDueSweeps, type DueSweep } from '#persistence/transactions/take-due-sweeps';
import { takeDueTransfers } from '#persistence/transactions/take-due-transfers';
import { takeDueReviews } from '#persistence/transactions/reviews';
import type { Logger } from '#process/create-log';

const sweepsAtOnceMax = 100;

export type SweepDependencies = {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  /** Waits between the sweeps of one transaction. */
  readonly ladderMs: () => readonly number[];
};

/**
 * Ensures that every transaction which is not final, or whose callback is not delivered, has a running flow
 * (contract §9), whatever was lost: a start that never reached Temporal, a signal, or Temporal's whole database.
 */
export async function sweep({ database, client, log, ladderMs }: SweepDependencies): Promise<void> {
  const due = await takeDueSweeps(database, { ladderMs: ladderMs(), limit: sweepsAtOnceMax });
  const results = await Promise.allSettled(due.map((subject) => ensureFlow(client, subject)));
  const failed = results.filter((result) => result.status === 'rejected').length;
  if (failed > 0) log.warn({ failed, due: due.length }, 'flows could not be ensured and are due again later');
}

/** Ensures that every open review waits for a person in a flow of its own (contract §9). */
export async function sweepReviews({ database, client, log, ladderMs }: SweepDependencies): Promise<void> {
  const due = await takeDueReviews(database, { ladderMs: ladderMs(), limit: sweepsAtOnceMax });
  for (const subject of due) {
    const options = reviewFlowOptions(subject);
    if (subject.isNew) log.warn({ identifier: subject.identifier }, 'needs review');
    await (subject.isNew
      ? client.workflow.signalWithStart(reviewFlowType, { ...options, signal: reviewRaised })
      : client.workflow.start(reviewFlowType, options));
  }
}

/** Ensures that transfer details which no provider has answered are being passed on. */
export async function sweepTransfers({ database, client, ladderMs }: SweepDependencies): Promise<void> {
  const due = await takeDueTransfers(database, { ladderMs: ladderMs(), limit: sweepsAtOnceMax });
  for (const subject of due) await client.workflow.start(transferFlowType, transferFlowOptions(subject));
}

/** A flow that runs is left alone, unless there is something that it may not have been told. */
async function ensureFlow(client: Client, subject: DueSweep): Promise<void> {
  const options = flowOptions(subject);
  const flowType = flowTypes[subject.type];
  const signal = untold(subject);
  if (signal) await client.workflow.signalWithStart(flowType, { ...options, signal });
  else await client.workflow.start(flowType, options);
}

function untold({ isUnheard, isReadyUnsent, isLookUpDue, isReleased }: DueSweep) {
  if (isUnheard) return evidenceArrived;
  if (isReleased) return callbackReleased;
  if (isReadyUnsent) return becameReady;
  return isLookUpDue ? lookUpDue : undefined;
}
