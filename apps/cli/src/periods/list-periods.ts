import { listPeriods } from '#persistence/periods/periods';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

/** Shows the months that are closed, and how many lines of statements came too late for them. */
export async function showPeriods(session: Session): Promise<Outcome> {
  const periods = await listPeriods(await session.openDatabase());
  if (periods.length === 0) session.say('No month is closed.');
  for (const { month, closedBy, confirmedBy, closedAt, reason, reports, lateLines } of periods)
    session.say(
      `${month}  closed ${closedAt.toISOString()} by ${closedBy} and ${confirmedBy}: ${reason} (${reports} reports, ${lateLines} late lines)`,
    );
  return { data: { periods } };
}
