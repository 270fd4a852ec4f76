import { randomBytes, randomInt } from 'node:crypto';
import type { KeyPurpose } from '#domain/keys/stored-keys';
import type { ApiKeyEntity } from '../entities/api-key.js';
import type { Database } from '../database.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';
import { sealKey } from './sealed-key.js';

type KeyToCreate = {
  readonly project: string;
  readonly purpose: KeyPurpose;
  readonly environment: KeyEnvironment;
  /** Delay before the key becomes valid, in milliseconds. */
  readonly notBeforeMs: number;
  readonly createdBy: string;
};

/** Shown once; the secret can never be read again. */
export type CreatedKey = { readonly id: string; readonly secret: string; readonly notBefore: Date };

/** A further key beside those the project has. The newest configuration must know the project. */
export async function createKey(
  database: Database,
  cipher: EnvelopeCipher,
  it: KeyToCreate,
): Promise<CreatedKey | 'projectUnknown'> {
  const { id, secret } = generateKey(it.purpose, it.environment);
  const [row] = await database.sql<Pick<ApiKeyEntity, 'notBefore'>[]>`
    insert into api_keys (id, project, purpose, secret_box, created_by, not_before)
    select ${id}, ${it.project}, ${it.purpose}, ${sealKey(cipher, { id, secret, project: it.project })},
      ${it.createdBy}, clock_timestamp() + ${it.notBeforeMs} * interval '1 millisecond'
    from (select document from configurations order by version desc limit 1) as newest
    where document->'projects' ? ${it.project}
    returning not_before as "notBefore"`;
  return row ? { id, secret, notBefore: row.notBefore } : 'projectUnknown';
}

export type KeyToRotate = KeyToCreate & {
  /** The key that is to be replaced. */
  readonly oldId: string;
  /** How long the old key stays valid beside the new one, in milliseconds. */
  readonly overlapMs: number;
};

export type RotatedKey = CreatedKey & { readonly oldValidUntil: Date };

/**
 * Makes a new key and ends an old one, in one transaction. A key of another project or purpose, or one with an end, is not
 * rotated: of two concurrent rotations one finds nothing to rotate.
 */
export async function rotateKey(
  database: Database,
  cipher: EnvelopeCipher,
  it: KeyToRotate,
): Promise<RotatedKey | 'nothingToRotate'> {
  const { id, secret } = generateKey(it.purpose, it.environment);
  const [row] = await database.sql<Pick<RotatedKey, 'notBefore' | 'oldValidUntil'>[]>`
    with start as materialized (
      select clock_timestamp() + ${it.notBeforeMs} * interval '1 millisecond' as at
    ), retired as (
      update api_keys set revoked_at = start.at + ${it.overlapMs} * interval '1 millisecond',
        revoked_by = ${it.createdBy}
      from start
      where id = ${it.oldId} and project = ${it.project} and purpose = ${it.purpose} and revoked_at is null
      returning revoked_at
    ), created as (
      insert into api_keys (id, project, purpose, secret_box, created_by, not_before)
      select ${id}, ${it.project}, ${it.purpose}, ${sealKey(cipher, { id, secret, project: it.project })},
        ${it.createdBy}, start.at
      from start, retired
      returning not_before
    )
    select not_before as "notBefore", revoked_at as "oldValidUntil" from created, retired`;
  return row ? { id, secret, ...row } : 'nothingToRotate';
}

/** Ends a key now, even one with a later end; false if the project has no such key. */
export async function revokeKey(
  database: Database,
  it: { readonly id: string; readonly project: string; readonly revokedBy: string },
): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    with revoked as (
      update api_keys set revoked_at = clock_timestamp(), revoked_by = ${it.revokedBy}
      where id = ${it.id} and project = ${it.project}
        and (revoked_at is null or revoked_at > clock_timestamp())
      returning id
    )
    select id from revoked`;
  return rows.length === 1;
}

/** The public part of a key. `origin` file: the key is in the newest configuration, and the rest is unknown. */
export type ListedKey = {
  readonly id: string;
  readonly project: string;
  readonly purpose: KeyPurpose;
  readonly origin: 'file' | 'stored';
  readonly createdBy?: string | null;
  readonly createdAt?: Date | null;
  readonly notBefore?: Date | null;
  readonly revokedAt?: Date | null;
  readonly revokedBy?: string | null;
  readonly lastUsedAt?: Date | null;
};

/** The keys of one project, or of all: those of the configuration file, then the stored ones, the oldest first. */
export async function listKeys(
  database: Database,
  project: string | undefined,
): Promise<readonly ListedKey[]> {
  return database.sql<ListedKey[]>`
    with newest as (select document from configurations order by version desc limit 1),
    in_file as (
      select named.key as project, purposes.purpose, written->>'id' as id, ordinality
      from newest, jsonb_each(document->'projects') as named,
        (values ('request', 'keys'), ('callback', 'callbackKeys')) as purposes (purpose, list),
        jsonb_array_elements(named.value->list) with ordinality as listed (written, ordinality)
    )
    select project, purpose, id, 'file' as origin, null as "createdBy", null::timestamptz as "createdAt",
      null::timestamptz as "notBefore", null::timestamptz as "revokedAt", null as "revokedBy",
      null::timestamptz as "lastUsedAt"
    from in_file where ${project}::text is null or project = ${project}
    union all
    select project, purpose, id, 'stored', created_by, created_at, not_before, revoked_at, revoked_by, last_used_at
    from api_keys where ${project}::text is null or project = ${project}
    order by project, purpose desc, origin, "createdAt", id`;
}

/** The environment of a key, for people who hold several. It is part of the id; nothing is decided by it. */
export type KeyEnvironment = 'live' | 'test';

const prefixes = { request: 'mk', callback: 'ck' } as const;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 24;
const secretBytes = 32;

/** A new id, such as `mk_live_…`, and a new secret (contract §2 and §8); neither can be guessed. */
export function generateKey(
  purpose: KeyPurpose,
  environment: KeyEnvironment,
): { readonly id: string; readonly secret: string } {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  );
  const secret = randomBytes(secretBytes).toString('base64');
  return {
    id: `${prefixes[purpose]}_${environment}_${random}`,
    secret: purpose === 'callback' ? `whsec_${secret}` : secret,
  };
}
