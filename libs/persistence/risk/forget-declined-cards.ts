import type { Database } from '../database.js';

/** Drops what the card-testing guard has counted and no longer needs. */
export async function forgetDeclinedCards(database: Database): Promise<void> {
  await database.sql`delete from declined_cards where forget_at < now()`;
}
