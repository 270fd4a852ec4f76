import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { destroyVaultKeys, emptyVault, ensureVaultKey } from '#persistence/card-vault/keep-vault-keys';
import { openCard, sealCard } from '#persistence/card-vault/sealed-card';
import type { SealedVaultKey } from '#persistence/card-vault/vault-key';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: what deleted cards leave behind is removed, and never a card that somebody has stored (contract §14). */
const { database } = await createOwnDatabase();
const storing = 8;
const storedEach = 150;

const ring = () => [{ id: 'k1', key: randomBytes(32) }];
const vaultCipher = createEnvelopeCipher(ring());
const envelopeCipher = createEnvelopeCipher(ring());
const card = { pan: '4242424242424242', cvv: '0417', expMonth: '12', expYear: '2031', holderName: 'Z Q' };

beforeEach(async () => {
  await database.query('truncate card_vault');
  await ensureVaultKey(database, vaultCipher);
});

async function newestKey(): Promise<SealedVaultKey> {
  const [key] = await database.query<{ id: string; public_key: Buffer; ciphertext: Buffer }[]>(
    'select id, public_key, box as ciphertext from vault_keys join vault_private_keys using (id) order by created_at desc limit 1',
  );
  if (!key) throw new Error('there is a key');
  return { id: key.id, publicKey: key.public_key, ciphertext: key.ciphertext };
}

async function store(key: SealedVaultKey, identifier: string = randomUUID()): Promise<string> {
  const { cardCiphertext, cvvCiphertext } = sealCard(key, identifier, card);
  await database.query(
    `insert into card_vault (identifier, key_id, card_box, cvv_box, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [identifier, key.id, cardCiphertext, cvvCiphertext],
  );
  return identifier;
}

async function isStored(identifier: string): Promise<boolean> {
  const rows = await database.query<unknown[]>('select from card_vault where identifier = $1', [identifier]);
  return rows.length === 1;
}

const forget = (identifier: string) =>
  database.query('delete from card_vault where identifier = $1', [identifier]);

async function vaultBytes(): Promise<number> {
  const [row] = await database.query<{ size: string }[]>(`select pg_relation_size('card_vault') as size`);
  return Number(row?.size);
}

describe('a card in the vault', () => {
  it('is opened with its key, by who holds the ring of the vault', async () => {
    const key = await newestKey();
    const { cardCiphertext, cvvCiphertext } = sealCard(key, 'tx-1', card);
    expect(openCard({ vaultCipher, envelopeCipher }, 'tx-1', { cardCiphertext, cvvCiphertext, key })).toEqual(
      card,
    );
    expect(() =>
      openCard({ vaultCipher, envelopeCipher }, 'tx-2', { cardCiphertext, cvvCiphertext, key }),
    ).toThrow();
    expect(() =>
      openCard({ vaultCipher: envelopeCipher, envelopeCipher }, 'tx-1', {
        cardCiphertext,
        cvvCiphertext,
        key,
      }),
    ).toThrow();
    expect(() =>
      openCard({ vaultCipher, envelopeCipher }, 'tx-1', {
        cardCiphertext: cvvCiphertext,
        cvvCiphertext: cardCiphertext,
        key,
      }),
    ).toThrow();
  });

  it('is opened without one where an earlier release has sealed it', () => {
    const { cvv, ...rest } = card;
    const cardCiphertext = envelopeCipher.seal(JSON.stringify(rest), 'card', 'tx-1');
    const cvvCiphertext = envelopeCipher.seal(cvv, 'cvv', 'tx-1');
    expect(
      openCard({ vaultCipher, envelopeCipher }, 'tx-1', { cardCiphertext, cvvCiphertext, key: undefined }),
    ).toEqual(card);
  });
});

describe('a key of the vault', () => {
  it('stays while a card needs it, goes with the last one, and takes none in afterwards', async () => {
    const key = await newestKey();
    const identifier = await store(key);
    expect(await destroyVaultKeys(database, { sealsForMs: 0 })).toBe(0);
    expect(await newestKey()).toEqual(key);
    await forget(identifier);
    expect(await destroyVaultKeys(database, { sealsForMs: 0 })).toBeGreaterThanOrEqual(1);
    await expect(store(key)).rejects.toMatchObject({
      driverError: { code: '23503', constraint: 'card_vault_key_fkey' },
    });
  });

  it('takes the others not with it', async () => {
    const needed = await newestKey();
    await store(needed);
    await ensureVaultKey(database, createEnvelopeCipher(ring()));
    const other = await newestKey();
    expect(other.id).not.toBe(needed.id);
    expect(await destroyVaultKeys(database, { sealsForMs: 0 })).toBe(1);
    expect(await newestKey()).toEqual(needed);
  });

  it('goes at last even with its cards, whatever they say of their time', async () => {
    const key = await newestKey();
    const identifier = await store(key);
    await database.query(`update card_vault set expires_at = 'infinity'`);
    await database.query(`update vault_keys set created_at = now() - interval '23 hours 46 minutes'`);
    expect(await destroyVaultKeys(database, { sealsForMs: 3_600_000 })).toBeGreaterThanOrEqual(1);
    expect(await isStored(identifier)).toBe(false);
  });

  it('is made anew by a worker whose ring does not open the newest one', async () => {
    const key = await newestKey();
    await ensureVaultKey(database, vaultCipher);
    expect(await newestKey()).toEqual(key);
  });
});

describe('emptying the vault', () => {
  it('removes what a deleted card has left, and is refused to who would not see the newest card', async () => {
    await forget(await store(await newestKey()));
    expect(await vaultBytes()).toBeGreaterThan(0);
    await expect(
      database.transaction('REPEATABLE READ', (manager) => manager.query('select empty_card_vault()')),
    ).rejects.toThrow('read committed');
    expect(await emptyVault(database)).toBe(true);
    expect(await vaultBytes()).toBe(0);
  });

  it('leaves a card that is there, and gives way to one that is about to come', async () => {
    const key = await newestKey();
    const identifier = await store(key);
    expect(await emptyVault(database)).toBe(false);
    expect(await isStored(identifier)).toBe(true);
    await forget(identifier);
    await database.transaction(async (manager) => {
      const { cardCiphertext, cvvCiphertext } = sealCard(key, identifier, card);
      await manager.query(`insert into card_vault values ($1, $2, $3, now() + interval '1 hour', $4)`, [
        identifier,
        cardCiphertext,
        cvvCiphertext,
        key.id,
      ]);
      expect(await emptyVault(database)).toBe(false);
    });
    expect(await isStored(identifier)).toBe(true);
  });

  it('loses no card among many that come and go at the same time', async () => {
    const key = await newestKey();
    let isStoring = true;
    let lost = 0;
    const comeAndGo = async () => {
      for (let n = 0; n < storedEach; n += 1) {
        const identifier = await store(key);
        if (!(await isStored(identifier))) lost += 1;
        await forget(identifier);
      }
    };
    const emptying = (async () => {
      let emptied = 0;
      while (isStoring) if (await emptyVault(database)) emptied += 1;
      return emptied;
    })();
    await Promise.all(Array.from({ length: storing }, comeAndGo)).finally(() => (isStoring = false));
    expect(await emptying).toBeGreaterThan(0);
    expect(lost).toBe(0);
  });
});
