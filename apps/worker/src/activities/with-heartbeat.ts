import { Context } from '@temporalio/activity';

/** Well below the workflow's heartbeat timeout. */
const heartbeatEveryMs = 1_500;

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
