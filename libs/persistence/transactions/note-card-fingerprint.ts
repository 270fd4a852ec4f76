import type { Database } from '../database.js';

/** Keeps the fingerprint of a card that was entered on our page, where none could be made; once, while it is open. */
export async function noteCardFingerprint(
  database: Database,
  identifier: string,
  fingerprint: Buffer,
): Promise<void> {
  await database.sql`
    update transactions set card_fingerprint = ${fingerprint}
    where identifier = ${identifier} and card_fingerprint is null and card_first6 is not null
      and finished_at is null`;
}
