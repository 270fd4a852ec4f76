import { v7 as uuid } from 'uuid';
import type { Moment } from '#domain/transaction/change';
import { stateOf, type State } from '#domain/transaction/state';
import type { Database } from '#persistence/database';
import { loadForLookup, type Loaded, type LoadedForLookup } from '#persistence/transactions/load-known';
import { failNotRegistered } from './failures.js';

/** Loads the transaction. Ends the workflow if the identifier was never registered. */
export async function loadKnown(database: Database, identifier: string): Promise<LoadedForLookup> {
  return (await loadForLookup(database, identifier)) ?? failNotRegistered(identifier);
}

export function stateNow(loaded: Loaded): State {
  return stateOf(loaded, loaded.clock());
}

/** The current time, and the identifier of the event that an end of the transaction writes. */
export function momentOf({ clock }: Pick<Loaded, 'clock'>): Moment {
  return { now: clock(), eventId: `evt_${uuid().replaceAll('-', '')}` };
}
