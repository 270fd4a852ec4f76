/** The time of Postgres, which alone is compared with what Postgres has written (docs/operations.md, Clocks). */
export type DatabaseClock = () => Date;

/** Advances one reading by a monotonic clock, so that it is never ahead of the clock of Postgres. */
export function databaseClock(readAt: Date): DatabaseClock {
  const since = performance.now();
  return () => new Date(readAt.getTime() + (performance.now() - since));
}
