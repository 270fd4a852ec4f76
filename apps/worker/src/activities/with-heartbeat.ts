import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { LabelsOf } from '#metrics/families';
import type { ActivityDependencies } from './activity-dependencies.js';

/** Well below the workflow's heartbeat timeout. */
const heartbeatEveryMs = 1_500;
const millisecondsPerSecond = 1_000;

/**
 * Sends heartbeats while `run` runs, so that Temporal notices the death of this worker within seconds, not after the time
 * limit of the call. A local activity sends none: its workflow's task times out. The result of a call that was lost is found
 * by a look-up, never by a second call.
 */
export async function withHeartbeat<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const context = Context.current();
  if (context.info.isLocal) return run();
  const heartbeat = setInterval(() => context.heartbeat(), heartbeatEveryMs);
  try {
    return await run();
  } finally {
    clearInterval(heartbeat);
  }
}

const pollMinMs = 250;
const pollMaxMs = 4_000;

/**
 * Polls at growing intervals until `isOver`, for `leftMs` milliseconds at most, and returns the last value: waits for a call
 * that may run in another process.
 */
export function pollUntil<Seen>(
  look: () => Promise<Seen>,
  isOver: (seen: Seen) => boolean,
  leftMs: number,
): Promise<Seen> {
  const endsAt = performance.now() + leftMs;
  return withHeartbeat(async () => {
    for (let waitMs = pollMinMs; ; waitMs = Math.min(2 * waitMs, pollMaxMs)) {
      const seen = await look();
      const restMs = endsAt - performance.now();
      if (isOver(seen) || restMs <= 0) return seen;
      await sleep(Math.min(waitMs, Math.ceil(restMs)));
    }
  });
}

/** A call to a provider about one attempt. */
export type TimedCall = {
  readonly transaction: Pick<Transaction, 'identifier' | 'type' | 'method' | 'traceparent'>;
  readonly attempt: Pick<Attempt, 'n' | 'provider' | 'mid'>;
  readonly operation: LabelsOf<'gateway_provider_call_seconds'>['operation'];
};

/** Calls that the create call waits for, which belong to its trace; spans of later calls link to it. */
const withinTrace: readonly TimedCall['operation'][] = ['prepare', 'submit'];
/** Results after which it is open what the provider knows. */
const silences: readonly string[] = ['unknown', 'noAnswer'];

/** Calls a provider with heartbeats, measures the time, and records a span if the transaction is traced. */
export async function callTimed<Answer extends { readonly kind: string }>(
  { metrics, tracing }: Pick<ActivityDependencies, 'metrics' | 'tracing'>,
  { transaction, attempt, operation }: TimedCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { identifier, type, method, traceparent } = transaction;
  const { n, provider, mid } = attempt;
  const startedAt = Date.now();
  const startedAfterMs = performance.now();
  let outcome = 'thrown';
  try {
    const answer = await withHeartbeat(run);
    outcome = answer.kind;
    return answer;
  } finally {
    const tookMs = performance.now() - startedAfterMs;
    metrics.observe('gateway_provider_call_seconds', { provider, operation }, tookMs / millisecondsPerSecond);
    if (traceparent !== undefined)
      tracing.tell({
        name: operation,
        kind: 'client',
        traceparent,
        place: withinTrace.includes(operation) ? 'within' : 'linked',
        startedAt,
        endedAt: startedAt + tookMs,
        hasFailed: outcome === 'thrown' || silences.includes(outcome),
        attributes: {
          'payment.identifier': identifier,
          'payment.type': type,
          'payment.method': method,
          provider,
          mid,
          attempt: n,
          outcome,
        },
      });
  }
}
