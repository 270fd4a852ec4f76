import type { Database } from '../database.js';

export type TurnsAsked = {
  readonly mid: string;
  /** One share of the MID's rate: a merchant and the purpose of its questions. */
  readonly asker: string;
  readonly wanted: number;
  readonly perSecond: number;
};

/** `remainingMs`: until the next period, in which there are turns again. */
export type TurnsGranted = { readonly granted: number; readonly remainingMs: number };

/**
 * Takes turns for calls to a MID's provider from those that its rate leaves in this period: a second of Postgres' clock, or,
 * below five a second, the time of eight turns. All processes share them, and no asker gets more than an equal part while
 * others ask as well.
 */
export async function takeTurns(
  database: Database,
  { mid, asker, wanted, perSecond }: TurnsAsked,
): Promise<TurnsGranted> {
  const [row] = await database.sql<TurnsGranted[]>`
    select granted, remaining_ms as "remainingMs"
    from take_turns(${mid}, ${asker}, ${wanted}::integer, ${perSecond}::integer)`;
  if (!row) throw new Error('turns that are asked for are answered');
  return row;
}
