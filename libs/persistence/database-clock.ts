/** The time of Postgres, which alone is compared with what Postgres has written (docs/operations.md, Clocks). */
export type DatabaseClock = () => Date;

/** Goes on from one reading by a clock that nobody sets; what it says is never ahead of Postgres'. */
export function databaseClock(readAt: Date): DatabaseClock {
  const since = performance.now();
  return () => new Date(readAt.getTime() + (performance.now() - since));
}
