import { Client, type ClientConfig } from 'pg';

/**
 * A connection that may break at any moment. Between the pool's own watch over it and that of whoever takes it out,
 * nobody listens, and an error without a listener ends the process; the query that follows fails all the same.
 */
export class WatchedClient extends Client {
  constructor(options?: ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}
