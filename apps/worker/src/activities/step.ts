import { v7 as uuid } from 'uuid';
import { applyChange, type Change, type Moment } from '#domain/transaction/change';
import { stateOf, type State } from '#domain/transaction/state';
import type { Known } from '#domain/transaction/transaction';
import type { Database } from '#persistence/database';
import type { DatabaseClock } from '#persistence/database-clock';
import { loadForLookup, type LoadedForLookup } from '#persistence/transactions/load-for-lookup';
import { recordChange } from '#persistence/transactions/record-change';
import { failNotRegistered } from './failures.js';

/** What a step decides on, with the clock of the database that it was read from. */
export type Loaded = Known & { readonly clock: DatabaseClock };

/** Fails for good, and with it the workflow, on an identifier that was never registered. */
export async function loadKnown(database: Database, identifier: string): Promise<LoadedForLookup> {
  return (await loadForLookup(database, identifier)) ?? failNotRegistered(identifier);
}

export function stateNow(loaded: Loaded): State {
  return stateOf(loaded, loaded.clock());
}

/** Now, and an identifier for the event of a step that ends its transaction. */
export function momentOf({ clock }: Pick<Loaded, 'clock'>): Moment {
  return { now: clock(), eventId: `evt_${uuid().replaceAll('-', '')}` };
}

/**
 * Decides on what is known, records the change, and returns the state since. What was decided on a state that has
 * changed meanwhile is not written: the transaction is read again and decided anew, so that no report of a provider is
 * filed by a decision that no longer holds (contract §9). It ends, because each turn more means that somebody else took
 * a step.
 */
export async function decideAndRecord<Subject extends Loaded>(
  database: Database,
  known: Subject,
  step: {
    readonly decide: (known: Subject, moment: Moment) => Change;
    readonly reload: () => Promise<Subject>;
  },
): Promise<State> {
  const change = step.decide(known, momentOf(known));
  const recorded = await recordChange(database, known.transaction, change);
  if (recorded.kind === 'recorded')
    return stateNow({ ...applyChange(known, change, recorded.status), clock: known.clock });
  return decideAndRecord(database, await step.reload(), step);
}
