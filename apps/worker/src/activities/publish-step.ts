import { workflowIdOf } from '#contracts/transaction-workflow';
import type { Change } from '#domain/transaction/change';
import type { Submitted } from '#domain/transaction/report';
import { isFinal, type TransactionStatus } from '#domain/transaction/status';
import type { Attempt, Known, Transaction } from '#domain/transaction/transaction';
import { attemptOutcomes, type AttemptOutcome } from '#metrics/families';
import { traceIdOf } from '#tracing/tracing';
import type { ActivityDependencies } from './activity-dependencies.js';

/** The fields that lead from a log line to the transaction in Postgres, in Temporal and in the api's log. */
function traceOf({ identifier, requestId, type, traceparent }: Transaction) {
  const traceId = traceIdOf(traceparent);
  return { identifier, requestId, workflowId: workflowIdOf(type, identifier), traceId };
}

/** Publishes a recorded change: a log line per change of status, a count per end, and the event for its first delivery. */
export function publishStep({
  log,
  metrics,
  noteEnd,
}: Pick<ActivityDependencies, 'log' | 'metrics' | 'noteEnd'>) {
  return ({ transaction, attempts }: Known, { move }: Change, status: TransactionStatus): void => {
    if (!move || status === transaction.status || status !== move.to) return;
    if ('event' in move) noteEnd(transaction, move);
    const provider = move.provider ?? attempts.at(-1)?.provider ?? transaction.provider ?? '';
    const errorCode = 'error' in move ? move.error?.code : undefined;
    const { source } = move;
    const moved = { from: transaction.status, to: status, source, provider, errorCode };
    log.info({ ...traceOf(transaction), ...moved }, 'status changed');
    if (!isFinal(status)) return;
    const { type, method } = transaction;
    metrics.count('gateway_finals_total', { provider: provider || 'none', type, method, status, source });
  };
}

/** Publishes the result of an attempt: one log line and one count. */
export function publishAttempt(
  { log, metrics }: Pick<ActivityDependencies, 'log' | 'metrics'>,
  transaction: Transaction,
  { n, provider, mid }: Attempt,
  result: Submitted,
): void {
  const { type, method } = transaction;
  const outcome = outcomeOf(result);
  const cause = 'cause' in result ? result.cause : 'error' in result ? result.error : undefined;
  log.info({ ...traceOf(transaction), n, provider, mid, method, outcome, cause }, 'attempt made');
  const series = { provider, mid, type, method };
  // Starts the series of the other outcomes at 0, so that their first increase is visible.
  for (const other of attemptOutcomes)
    metrics.expect('gateway_attempts_total', { ...series, outcome: other });
  metrics.count('gateway_attempts_total', { ...series, outcome });
}

function outcomeOf(result: Submitted): AttemptOutcome {
  switch (result.kind) {
    case 'accepted':
    case 'unknown':
      return result.kind;
    case 'final':
      return result.report.outcome === 'success' ? 'success' : 'declined_hard';
    case 'declined':
      return result.soft ? 'declined_soft' : 'declined_hard';
    case 'notSent':
    case 'blocked':
      return 'not_sent';
  }
}
