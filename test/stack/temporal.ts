import { Client, Connection } from '@temporalio/client';
import { afterAll } from 'vitest';
import { sharedStack } from './stack.js';

/** A client of the shared stack's Temporal, as the UI is one; closed after the file. */
export async function connectTemporal(): Promise<Client> {
  const connection = await Connection.connect({ address: sharedStack.temporalAddress });
  afterAll(() => connection.close());
  return new Client({ connection });
}
