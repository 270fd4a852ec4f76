import type { Database } from '../database.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';

/** What is known of a customer, kept apart and encrypted, purged after the final state (contract §14). */
export type PersonalData = {
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  /** `extra.meta` as sent, browser fields included. */
  readonly meta: Readonly<Record<string, string | number | boolean>>;
  readonly channelCode?: string | undefined;
  /** Of a payout: wire names inside the method's object. */
  readonly requisites?: Readonly<Record<string, string>> | undefined;
};

const purpose = 'personal';

export function sealPersonalData(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  data: PersonalData,
): Buffer {
  return envelopeCipher.seal(JSON.stringify(data), purpose, identifier);
}

/** Empty when it was purged. */
export function openPersonalData(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  box: Buffer | undefined,
): PersonalData {
  if (!box) return { customer: {}, meta: {} };
  return JSON.parse(envelopeCipher.open(box, purpose, identifier)) as PersonalData;
}

/** Absent when it was purged. */
export async function findPersonalBox(database: Database, identifier: string): Promise<Buffer | undefined> {
  const [row] = await database.sql<{ box: Buffer }[]>`
    select box from personal_data where identifier = ${identifier}`;
  return row?.box;
}
