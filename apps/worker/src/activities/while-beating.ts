import { Context } from '@temporalio/activity';

/** Well below the flow's heartbeat limit. */
const beatEveryMs = 1_500;

/**
 * Lets Temporal know that this run is alive, so that the flow hears within seconds, not after the whole limit of the
 * call, that its worker has died. What became of the call is then found out by a look-up, never by a second call.
 */
export async function whileBeating<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const context = Context.current();
  const beating = setInterval(() => context.heartbeat(), beatEveryMs);
  try {
    return await run();
  } finally {
    clearInterval(beating);
  }
}
