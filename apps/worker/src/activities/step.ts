import { v7 as uuid } from 'uuid';
import type { Change, Moment } from '#domain/transaction/change';
import { stateOf, type State } from '#domain/transaction/state';
import type { Database } from '#persistence/database';
import { loadForLookup, type Loaded, type LoadedForLookup } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { tellStep } from './tell-step.js';

/** Ends the workflow if the identifier was never registered. */
export async function loadKnown(database: Database, identifier: string): Promise<LoadedForLookup> {
  return (await loadForLookup(database, identifier)) ?? failNotRegistered(identifier);
}

/** Decides, records and tells; if somebody else has taken a step meanwhile, it is decided anew. */
export function takeStep<Subject extends Loaded>(
  dependencies: Pick<ActivityDependencies, 'database' | 'log' | 'metrics'>,
  known: Subject,
  step: { readonly decide: (known: Subject) => Change; readonly reload: () => Promise<Subject> },
): Promise<State> {
  return decideAndRecord(dependencies.database, known, {
    ...step,
    tell: (...recorded) => tellStep(dependencies, ...recorded),
  });
}

export function stateNow(loaded: Loaded): State {
  return stateOf(loaded, loaded.clock());
}

/** Now, and an identifier for the event, should the decision end the transaction. */
export function momentOf({ clock }: Pick<Loaded, 'clock'>): Moment {
  return { now: clock(), eventId: `evt_${uuid().replaceAll('-', '')}` };
}
