import { Context } from '@temporalio/activity';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { LabelsOf } from '#metrics/families';
import type { ActivityDependencies } from './activity-dependencies.js';

/** Well below the workflow's heartbeat timeout. */
const heartbeatEveryMs = 1_500;
const millisecondsPerSecond = 1_000;

/**
 * Sends heartbeats while this runs, so that Temporal notices within seconds that its worker has died, not after the whole
 * limit of the call; of a local activity it notices by the workflow's task. What became of the call is then found out by
 * a look-up, never by a second call.
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

/** What a provider is asked about an attempt. */
export type TimedCall = {
  readonly transaction: Pick<Transaction, 'identifier' | 'type' | 'method' | 'traceparent'>;
  readonly attempt: Pick<Attempt, 'n' | 'provider' | 'mid'>;
  readonly operation: LabelsOf<'gateway_provider_call_seconds'>['operation'];
};

/** What the create call has waited for is in its own trace; whatever comes later links there. */
const withinTrace: readonly TimedCall['operation'][] = ['prepare', 'submit'];
/** Answers that leave open what the provider knows. */
const silences: readonly string[] = ['unknown', 'noAnswer'];

/** The same for a call to a provider, whose time is measured, and told as a span where the transaction is traced. */
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
