import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { applyConfiguration, loadConfiguration } from '#persistence/configuration/configurations';
import { createKey } from '#persistence/keys/manage-keys';
import { loadKeys } from '#persistence/keys/watch-keys';
import { resealKeys } from '#persistence/keys/sealed-key';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: after a rotation of the key-encryption key nothing that processes read needs the old one. */
const { database } = await createOwnDatabase();
const older = { id: 'k1', key: randomBytes(32) };
const newer = { id: 'k2', key: randomBytes(32) };
const before = createEnvelopeCipher([older]);
const during = createEnvelopeCipher([newer, older]);
const after = createEnvelopeCipher([newer]);

const written = { configuration: readDevelopmentConfiguration(), digest: 'one', appliedBy: 'ada' };

beforeAll(() => applyConfiguration(database, before, written));

it('the configuration is sealed anew, once, with nothing changed in it', async () => {
  await expect(loadConfiguration(database, after, 0)).rejects.toThrow('holds no key k1');
  expect(await applyConfiguration(database, before, written)).toEqual({ version: 1, changed: false });
  expect(await applyConfiguration(database, during, written)).toEqual({ version: 2, changed: true });
  expect(await applyConfiguration(database, during, written)).toEqual({ version: 2, changed: false });
  expect(await loadConfiguration(database, after, 0)).toEqual({
    version: 2,
    configuration: written.configuration,
  });
});

it('stored keys are sealed anew, revoked ones too, and running processes hear of it', async () => {
  const made = await Promise.all(
    [before, before, during].map((box) =>
      createKey(database, box, {
        project: 'demo',
        purpose: 'request',
        environment: 'test',
        notBeforeMs: 0,
        createdBy: 'ada',
      }),
    ),
  );
  const secrets = made.map((key) => (key === 'projectUnknown' ? key : key.secret)).toSorted();
  const earlier = await loadKeys(database, after, 0);
  expect(earlier?.unreadable).toHaveLength(2);
  const { resealed, unreadable } = await resealKeys(database, after);
  expect(resealed).toBe(0);
  expect(unreadable.toSorted()).toEqual(earlier?.unreadable.toSorted());
  expect(await resealKeys(database, during)).toEqual({ resealed: 2, unreadable: [] });
  expect(await resealKeys(database, during)).toEqual({ resealed: 0, unreadable: [] });
  const loaded = await loadKeys(database, after, earlier?.revision ?? 0);
  expect(loaded?.unreadable).toEqual([]);
  expect(loaded?.keys.map(({ secret }) => secret).toSorted()).toEqual(secrets);
  await database.query(
    `update api_keys set revoked_at = clock_timestamp(), revoked_by = 'ada' where id = (select min(id) from api_keys)`,
  );
  expect(await resealKeys(database, createEnvelopeCipher([older, newer]))).toEqual({
    resealed: 3,
    unreadable: [],
  });
});
