import { dayIn } from './show-statement.js';

type Words = Readonly<Record<string, string | undefined>>;

/** What a statement is asked for: two days, both inclusive, or two instants, the second exclusive. Without any, today. */
export function readPeriod({ from, to, timezone = 'UTC' }: Words) {
  if (!isTimezone(timezone)) return undefined;
  const today = dayIn(new Date().toISOString(), timezone);
  const start = readStart(from ?? today, timezone);
  const end = readEnd(to ?? from ?? today, timezone);
  if (!start || !end || start >= end) return undefined;
  return {
    from: start,
    to: end,
    timezone,
    days: {
      from: dayIn(start.toISOString(), timezone),
      to: dayIn(new Date(end.getTime() - 1).toISOString(), timezone),
    },
    fromText: isDay(from ?? today) ? `${from ?? today}T00:00:00` : start.toISOString(),
    toText: isDay(to ?? from ?? today) ? `${to ?? from ?? today}T23:59:59` : end.toISOString(),
  };
}

function isDay(written: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written));
}

function readStart(written: string, timezone: string): Date | undefined {
  return isDay(written) ? beginningOf(written, timezone) : readInstant(written);
}

function readEnd(written: string, timezone: string): Date | undefined {
  if (!isDay(written)) return readInstant(written);
  const next = new Date(Date.parse(`${written}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return beginningOf(next, timezone);
}

function readInstant(written: string): Date | undefined {
  const at = Date.parse(written);
  return Number.isNaN(at) ? undefined : new Date(at);
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The first minute of a day in a time zone. No zone is a day away from UTC. */
function beginningOf(day: string, timezone: string): Date {
  let before = Date.parse(`${day}T00:00:00Z`) - dayMs;
  let at = before + 2 * dayMs;
  while (at - before > minuteMs) {
    const middle = before + Math.floor((at - before) / 2 / minuteMs) * minuteMs;
    if (dayIn(new Date(middle).toISOString(), timezone) < day) before = middle;
    else at = middle;
  }
  return new Date(at);
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
