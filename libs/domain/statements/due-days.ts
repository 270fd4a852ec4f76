import type { StatementTerms } from '../configuration/statement-terms.js';

const dayMs = 86_400_000;

/**
 * The latest day whose statement is due: at `at` of the next day, in the statement's time zone (contract §16.2).
 * `YYYY-MM-DD`.
 */
export function latestDueDay({ at, timezone }: Pick<StatementTerms, 'at' | 'timezone'>, now: Date): string {
  const { day, time } = readingIn(timezone, now);
  return dayBefore(day, time >= at ? 1 : 2);
}

/**
 * The days to ask for: the one after the last that is covered, so that balances follow each other, and the latest, so that a day
 * that a provider cannot tell holds up none after it. Before the first statement, the latest day alone.
 */
export function dueDays(latest: string, covered: string | undefined): readonly string[] {
  if (covered === undefined) return [latest];
  const next = dayBefore(covered, -1);
  if (next > latest) return [];
  return next === latest ? [latest] : [next, latest];
}

/** What calendars and clocks show there. */
function readingIn(timeZone: string, instant: Date): { readonly day: string; readonly time: string } {
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}
