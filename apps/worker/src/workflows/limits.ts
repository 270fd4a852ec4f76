/** A worker without a heartbeat for this long counts as dead; what it was doing is recorded in Postgres. */
export const heartbeatTimeout = '6 seconds';

/** Time for the database steps before and after a call to a provider or a merchant, in milliseconds. */
export const bookkeepingMs = 10_000;

/** Activities that need only Postgres: retried until it answers. */
export const bookkeeping = {
  startToCloseTimeout: bookkeepingMs,
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
} as const;
