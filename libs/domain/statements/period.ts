import { isCalendarDate, readExactInstant } from '../values/calendar.js';
import { dayIn, isMidnight } from './read-cell.js';
import { StatementRefused } from './statement-refused.js';

/** First and last day of a statement, both inclusive, `YYYY-MM-DD`. */
export type StatementPeriod = {
  readonly from: string;
  readonly to: string;
  /** Nothing of these days is missing: the period begins and ends at midnight. */
  readonly isWhole: boolean;
};

type Days = Pick<StatementPeriod, 'from' | 'to'>;

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
export function instantsOf({ from, to }: Days, timezone: string): { readonly from: Date; readonly to: Date } {
  return { from: beginningOf(from, timezone), to: beginningOf(addDays(to, 1), timezone) };
}

/** A day that is this number of days later, or earlier if it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * The days that a file covers: its `period`, or else the days of what it `has`. Throws a StatementRefused if there is neither,
 * or for a part of a day without ids of lines: there the second of two equal lines would pass for the first (contract §16.2).
 */
export function coveredDays(
  { period, has }: { readonly period: StatementPeriod | undefined; readonly has: Days | undefined },
  hasLineIds: boolean,
): Days {
  if (!hasLineIds && period?.isWhole === false)
    throw new StatementRefused('lines without ids need whole days, and this is a part of a day');
  const days = period ?? has;
  if (!days) throw new StatementRefused('there is no line, and no period: say which days these are');
  return { from: days.from, to: days.to };
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
