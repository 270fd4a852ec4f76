import { ApplicationFailure } from '@temporalio/activity';
import type { Database } from '#persistence/database';
import { loadForLookup, type LookupSubject } from '#persistence/transactions/load-for-lookup';

/** Fails for good, and with it the flow, on an identifier that was never registered. */
export async function loadKnown(database: Database, identifier: string): Promise<LookupSubject> {
  return orNotRegistered(await loadForLookup(database, identifier), identifier);
}

export function orNotRegistered<Loaded>(loaded: Loaded | undefined, identifier: string): Loaded {
  if (loaded !== undefined) return loaded;
  throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
}
