import { Context } from '@temporalio/activity';
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

/** The same for a call to a provider, whose time is measured. */
export async function callTimed<Answer>(
  { metrics }: Pick<ActivityDependencies, 'metrics'>,
  call: LabelsOf<'gateway_provider_call_seconds'>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now();
  try {
    return await withHeartbeat(run);
  } finally {
    const seconds = (performance.now() - startedAt) / millisecondsPerSecond;
    metrics.observe('gateway_provider_call_seconds', call, seconds);
  }
}
