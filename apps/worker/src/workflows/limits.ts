/** A worker that has not beaten for so long is taken for dead; what it was doing is in the books. */
export const heartbeatTimeout = '6 seconds';

/** Room for the database steps around a call to somebody else. */
export const bookkeepingMs = 10_000;

/** Steps that only Postgres has to answer: tried until it does. */
export const bookkeeping = {
  startToCloseTimeout: bookkeepingMs,
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
} as const;
