import { parse } from 'lossless-json';
import { JsonNumber, type JsonScalar } from '#domain/values/json';
import { writeJson } from '#domain/values/write-json';
import type { PersonalDataEntity } from '../entities/customer.js';
import type { Database } from '../database.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';

/** What is known of a customer, kept apart and encrypted, purged after the final state (contract §14). */
export type PersonalData = {
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  /** `extra.meta` as sent, browser fields included, numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  readonly channelCode?: string | undefined;
  /** Of a payout: wire names inside the method's object. */
  readonly requisites?: Readonly<Record<string, string>> | undefined;
};

const purpose = 'personal';

export function sealPersonalData(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  { customer, meta, channelCode, requisites }: PersonalData,
): Buffer {
  return envelopeCipher.seal(writeJson({ customer, meta, channelCode, requisites }), purpose, identifier);
}

/** Empty when it was purged. */
export function openPersonalData(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  ciphertext: Buffer | undefined,
): PersonalData {
  if (!ciphertext) return { customer: {}, meta: {} };
  return withoutLostNumbers(
    readAsWritten(envelopeCipher.open(ciphertext, purpose, identifier)) as PersonalData,
  );
}

/** `extra.meta` from the JSON text of its column, numbers as written. */
export function readMeta(text: string): PersonalData['meta'] {
  return readAsWritten(text) as PersonalData['meta'];
}

function readAsWritten(text: string): unknown {
  return parse(text, undefined, (number) => new JsonNumber(number));
}

/** Builds that kept numbers as floats sealed `null` for one that no float holds. */
function withoutLostNumbers({ meta, ...rest }: PersonalData): PersonalData {
  const isKept = ([, value]: readonly [string, unknown]) => value !== null;
  return { ...rest, meta: Object.fromEntries(Object.entries(meta).filter(isKept)) };
}

/** Undefined once it was purged. */
export async function findPersonalCiphertext(
  database: Database,
  identifier: string,
): Promise<Buffer | undefined> {
  const [row] = await database.sql<Pick<PersonalDataEntity, 'box'>[]>`
    select box from personal_data where identifier = ${identifier}`;
  return row?.box;
}
