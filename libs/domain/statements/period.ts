import { isCalendarDate, readExactInstant } from '../values/calendar.js';
import { dayIn, isMidnight } from './read-cell.js';

/** First and last day of a statement, both inclusive, `YYYY-MM-DD`. */
export type StatementPeriod = {
  readonly from: string;
  readonly to: string;
  /** Nothing of these days is missing: the period begins and ends at midnight. */
  readonly isWhole: boolean;
};

/** From the first instant to before the second, in a time zone (IANA name). */
export function periodBetween(from: Date, to: Date, timezone: string): StatementPeriod {
  return {
    from: dayIn(from, timezone),
    to: dayIn(new Date(Math.max(to.getTime() - 1, from.getTime())), timezone),
    isWhole: isMidnight(from, timezone) && isMidnight(to, timezone),
  };
}

/** As a file names it: two days, both inclusive, or two instants, the second exclusive; undefined for anything else. */
export function readPeriod(from: string, to: string, timezone: string): StatementPeriod | undefined {
  if (isCalendarDate(from) && isCalendarDate(to)) return from <= to ? { from, to, isWhole: true } : undefined;
  const [first, end] = [readExactInstant(from)?.at, readExactInstant(to)?.at];
  return first && end && first < end ? periodBetween(first, end, timezone) : undefined;
}

/** The first instant of its days and the first after them, in a time zone (IANA name). */
export function instantsOf(
  { from, to }: Pick<StatementPeriod, 'from' | 'to'>,
  timezone: string,
): { readonly from: Date; readonly to: Date } {
  return { from: beginningOf(from, timezone), to: beginningOf(dayAfter(to), timezone) };
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The first instant of a day: its midnight, or where a clock change skips that, what comes instead. */
function beginningOf(day: string, timezone: string): Date {
  let before = Date.parse(`${day}T00:00:00Z`) - dayMs;
  let at = before + 2 * dayMs;
  // No zone is a day away from UTC; clocks change by whole minutes.
  while (at - before > minuteMs) {
    const middle = before + Math.floor((at - before) / 2 / minuteMs) * minuteMs;
    if (dayIn(new Date(middle), timezone) < day) before = middle;
    else at = middle;
  }
  return new Date(at);
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
