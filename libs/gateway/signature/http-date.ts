/** IMF-fixdate of an instant, cut to the second, such as `Sun, 05 Jan 2014 21:31:40 GMT`. */
export function formatHttpDate(instant: Date): string {
  return instant.toUTCString();
}

/**
 * Reads an IMF-fixdate, `+0000` in place of `GMT` tolerated; anything else is undefined. The text must be what the
 * instant it names is written as, because `Date.parse` alone takes `2014` and rolls 31 February over.
 */
export function parseHttpDate(text: string): Date | undefined {
  const canonical = text.replace(/\+0000$/, 'GMT');
  const instant = new Date(canonical);
  if (Number.isNaN(instant.getTime())) return undefined;
  if (instant.toUTCString() !== canonical) return undefined;
  return instant;
}

/** Distance of two instants in seconds, whichever is earlier. */
export function skewSecondsBetween(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime()) / millisecondsPerSecond;
}

const millisecondsPerSecond = 1000;
