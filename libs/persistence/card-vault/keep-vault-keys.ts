import { randomUUID } from 'node:crypto';
import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';
import { generateHpkeKeyPair } from '../secrets/hpke.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';
import { openPrivateKey, sealPrivateKey, type SealedVaultKey } from './vault-key.js';

/**
 * Contract §14: the longest life of a vault key, even if cards need it. It leaves a quarter of an hour for destroying the
 * key.
 */
const lifetimeMaxMs = 24 * 60 * 60_000 - 15 * 60_000;

/**
 * Makes a new key if the newest one has been in use for this time. Concurrent workers may make one each: the newest is used,
 * and the others expire with it.
 */
export async function renewVaultKey(
  database: Database,
  vaultCipher: EnvelopeCipher,
  { sealsForMs }: { readonly sealsForMs: number },
): Promise<boolean> {
  const [due] = await database.sql<unknown[]>`
    select where not exists (
      select from vault_keys where created_at > clock_timestamp() - ${sealsForMs}::float8 * interval '1 millisecond')`;
  if (due === undefined) return false;
  await makeVaultKey(database, vaultCipher);
  return true;
}

/** Makes the first key, or a new one if this key ring does not open the newest: cards must open here. */
export async function ensureVaultKey(database: Database, vaultCipher: EnvelopeCipher): Promise<void> {
  const [newest] = await database.sql<Pick<SealedVaultKey, 'id' | 'ciphertext'>[]>`
    select id, box as ciphertext from vault_keys join vault_private_keys using (id) order by created_at desc limit 1`;
  if (newest && isOpen(vaultCipher, newest)) return;
  await makeVaultKey(database, vaultCipher);
}

async function makeVaultKey(database: Database, vaultCipher: EnvelopeCipher): Promise<void> {
  const id = randomUUID();
  const { publicKey, privateKey } = generateHpkeKeyPair();
  const ciphertext = sealPrivateKey(vaultCipher, id, privateKey);
  privateKey.fill(0);
  await database.sql`
    with made as (
      insert into vault_keys (id, public_key) values (${id}, ${publicKey}) returning id
    )
    insert into vault_private_keys (id, box) select id, ${ciphertext}::bytea from made`;
}

function isOpen(vaultCipher: EnvelopeCipher, key: Pick<SealedVaultKey, 'id' | 'ciphertext'>): boolean {
  try {
    openPrivateKey(vaultCipher, key).fill(0);
    return true;
  } catch {
    return false;
  }
}

/** Destroys keys that were replaced long enough ago and that no card needs; returns their number. */
export async function destroyVaultKeys(
  database: Database,
  { sealsForMs }: { readonly sealsForMs: number },
): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    select destroy_vault_keys(${Math.round(2 * sealsForMs)}::bigint, ${lifetimeMaxMs}::bigint) as count`;
  return row?.count ?? 0;
}

/** Removes traces of deleted cards from the vault's file if it holds no card; returns whether it did. */
export async function emptyVault(database: Database): Promise<boolean> {
  const [row] = await database.sql<{ emptied: boolean }[]>`select empty_card_vault() as emptied`;
  return row?.emptied ?? false;
}
