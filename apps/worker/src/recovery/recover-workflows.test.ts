import { Client, Connection } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { queuedFor, turnSize } from './recover-workflows.js';

describe('a turn of the recovery', () => {
  it('takes many while few steps wait for a worker', () => {
    expect(turnSize(0)).toBe(100);
    expect(turnSize(50)).toBe(100);
  });

  it('takes few, and never none, however many wait', () => {
    expect(turnSize(51)).toBe(25);
    expect(turnSize(1_000_000)).toBe(25);
  });

  it('takes few where the server does not say how many wait', async () => {
    // No server listens on this port.
    const connection = Connection.lazy({ address: '127.0.0.1:1' });
    try {
      const client = new Client({ connection });
      const queued = await client.withDeadline(Date.now() + 500, () => queuedFor(client));
      expect(turnSize(queued)).toBe(25);
    } finally {
      await connection.close();
    }
  });
});
