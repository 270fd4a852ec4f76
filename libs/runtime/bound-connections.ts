import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Milliseconds from the first byte of a request until its head, and until all of it, must be there. */
const headMs = 10_000;
const requestMs = 15_000;
/** How often Node looks for those that are late. */
const lookEveryMs = 2_000;
/** Milliseconds without a byte in either direction: longer than any answer takes, `?wait=30` and a 504 included. */
const silenceMs = 120_000;
/** How often at most the log says that connections are turned away. */
const tellEveryMs = 60_000;

/**
 * Options of Fastify for a server that strangers reach. Node changes the two limits over where that of the head is the
 * larger one, and its default is: with the limit of the request alone slow bodies would stay for a minute.
 */
export const connectionTimes = {
  requestTimeout: requestMs,
  connectionTimeout: silenceMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: lookEveryMs },
} as const;

/** At most so many connections at a time; Node closes a further one unread. */
export function boundConnections(server: Server, max: number, log: Logger): void {
  server.maxConnections = max;
  let toldAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    log.warn({ max }, 'connections are turned away');
  });
}
