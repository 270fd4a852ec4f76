import { parseHttpDate } from './signature/signed-text.js';

const millisecondsPerSecond = 1_000;

/** `Retry-After` in milliseconds from `now`, from a number of seconds or any form of an HTTP date; undefined when unreadable. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * millisecondsPerSecond;
  const instant = parseHttpDate(header, now);
  return instant && Math.max(0, instant.getTime() - now.getTime());
}
