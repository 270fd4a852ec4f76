import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCard } from '#persistence/card-vault/sealed-card';
import { openPrivateKey, type SealedVaultKey, type VaultKey } from '#persistence/card-vault/vault-key';
import { createEnvelopeCipher, parseKeyRing, type KeyRing } from '#persistence/secrets/envelope-cipher';

/** What somebody gets who has the data folder, and knows everything about it but what is secret. */
export type Loot = {
  /** Private keys of the vault that open. */
  readonly keys: number;
  /** The files with rows of cards, live or dead: one for each row. */
  readonly ciphertexts: readonly string[];
  /** The numbers of those cards that open, and their CVVs. */
  readonly cards: readonly string[];
};

type Sought = { readonly identifiers: readonly string[]; readonly vaultKeys: readonly VaultKey[] };

const privateCiphertextBytes = 12 + 48 + 12 + 44 + 16;

/** Searches every file below the folder, with every key that is in it. */
export async function searchVault(directory: string, sought: Sought): Promise<Loot> {
  const rings = await readRings(directory);
  const ciphers = {
    vaultCipher: createEnvelopeCipher(rings.vault),
    envelopeCipher: createEnvelopeCipher(rings.personal),
  };
  const files = await readFiles(directory);
  const keys = files.flatMap(({ file }) =>
    findKeys(file, rings.vault, sought.vaultKeys, ciphers.vaultCipher),
  );
  const rows = files.flatMap(({ path, file }) =>
    sought.identifiers.flatMap((identifier) =>
      findRows(file, identifier).map((row) => ({ ...row, where: `${path}: ${identifier}` })),
    ),
  );
  const cards = rows.flatMap(({ identifier, cardCiphertext, cvvCiphertext }) =>
    [undefined, ...keys].flatMap((key) => {
      try {
        const { pan, cvv } = openCard(ciphers, identifier, { cardCiphertext, cvvCiphertext, key });
        return `${pan} ${cvv}`;
      } catch {
        return [];
      }
    }),
  );
  return { keys: new Set(keys.map(({ id }) => id)).size, ciphertexts: rows.map(({ where }) => where), cards };
}

async function readRings(
  directory: string,
): Promise<{ readonly vault: KeyRing; readonly personal: KeyRing }> {
  const read = async (file: string) =>
    JSON.parse(await readFile(join(directory, file), 'utf8')) as Readonly<Record<string, string>>;
  const { GATEWAY_VAULT_KEYS = '' } = await read('key-rings.json');
  const { GATEWAY_ENCRYPTION_KEYS = '' } = await read('secrets.json');
  return { vault: parseKeyRing(GATEWAY_VAULT_KEYS), personal: parseKeyRing(GATEWAY_ENCRYPTION_KEYS) };
}

async function readFiles(
  directory: string,
): Promise<readonly { readonly path: string; readonly file: Buffer }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // A file that the database has removed meanwhile holds nothing.
  return Promise.all(
    paths.map(async (path) => ({ path, file: await readFile(path).catch(() => Buffer.alloc(0)) })),
  );
}

function findKeys(
  file: Buffer,
  ring: KeyRing,
  vaultKeys: readonly VaultKey[],
  vaultCipher: Parameters<typeof openPrivateKey>[0],
): readonly SealedVaultKey[] {
  return ring.flatMap(({ id: ringId }) => {
    const head = Buffer.from([1, ringId.length, ...Buffer.from(ringId)]);
    return placesOf(head, file).flatMap((place) => {
      const ciphertext = file.subarray(place, place + head.length + privateCiphertextBytes);
      return vaultKeys.flatMap((key) => {
        try {
          openPrivateKey(vaultCipher, { id: key.id, ciphertext });
          return { ...key, ciphertext };
        } catch {
          return [];
        }
      });
    });
  });
}

/**
 * The lengths of the ciphertexts of the card that the tests pay with: 32 bytes of a key, what is sealed, and 16 of a tag. Other rows
 * with the identifier in them have any bytes after it, and some of those look like two ciphertexts of other lengths.
 */
const ciphertextBytes = { card: 132, cvv: 51 };

/** In a row the two ciphertexts follow their identifier. */
function findRows(file: Buffer, identifier: string) {
  const bytes = Buffer.from(identifier.replaceAll('-', ''), 'hex');
  return placesOf(bytes, file).flatMap((place) => {
    const card = readVariable(file, place + bytes.length);
    const cvv = card && readVariable(file, card.end);
    const fits = cvv?.value.length === ciphertextBytes.cvv && card?.value.length === ciphertextBytes.card;
    return fits ? { identifier, cardCiphertext: card.value, cvvCiphertext: cvv.value } : [];
  });
}

/** A value of variable length as Postgres writes it: one byte of length, or four at a multiple of four. */
function readVariable(
  file: Buffer,
  start: number,
): { readonly value: Buffer; readonly end: number } | undefined {
  const first = file[start];
  if (first === undefined) return undefined;
  if (first % 2 === 1) {
    const end = start + (first >> 1);
    return { value: file.subarray(start + 1, end), end };
  }
  const aligned = Math.ceil(start / 4) * 4;
  if (aligned + 4 > file.length) return undefined;
  const end = aligned + (file.readUInt32LE(aligned) >> 2);
  return { value: file.subarray(aligned + 4, end), end };
}

function placesOf(bytes: Buffer, file: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = file.indexOf(bytes); at !== -1; at = file.indexOf(bytes, at + 1)) places.push(at);
  return places;
}
