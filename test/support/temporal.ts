import { Client, Connection } from '@temporalio/client';
import { afterAll } from 'vitest';
import { sharedStack } from './stack.js';

/** A client of the shared stack's Temporal, as the UI is one; closed after the file. */
export async function connectTemporal(): Promise<Client> {
  const connection = await Connection.connect({ address: sharedStack.temporalAddress });
  afterAll(() => connection.close());
  return new Client({ connection });
}

/** The sentence an operator sees when an update is refused. */
export async function refusalOf(update: Promise<unknown>): Promise<string> {
  try {
    await update;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error ? cause.message : String(error);
  }
  throw new Error('the update was not refused');
}
