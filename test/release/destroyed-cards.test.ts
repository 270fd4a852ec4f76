import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VaultKey } from '#persistence/card-vault/vault-key';
import { cardBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { searchVault, type Loot } from '../witnesses/search-vault.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/** Goal: a deleted card cannot be opened from any file, with every key that still exists (contract §14). */
const pan = '4242424242424242';
const opened = `${pan} 737`;

let running: TestStack;
let books: Books;
let merchant: Merchant;
/** Every key that there ever was, and who was paid with a card. */
const vaultKeys = new Map<string, VaultKey>();
const identifiers: string[] = [];

beforeAll(async () => {
  running = await startTestStack({
    settings: [[['timing', 'vault_key'], '5s']],
    apps: withoutCheckout,
  });
  books = openBooks(running.stack.postgres.url);
  merchant = createMerchant(running.stack.urls.api, undefined, { repeats: 0 });
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

async function noteKeys(): Promise<readonly string[]> {
  const rows = await books.rows('select id, public_key from vault_keys');
  for (const { id, public_key: publicKey } of rows)
    vaultKeys.set(String(id), { id: String(id), publicKey: publicKey as Buffer });
  return rows.map(({ id }) => String(id));
}

async function pay(): Promise<string> {
  const body = cardBody(pan, { sandbox: 'success' });
  const { body: answer } = await merchant.post('/v2/payment', body);
  identifiers.push(String(answer['identifier']));
  return body.reference;
}

const search = (): Promise<Loot> =>
  searchVault(running.directory, { identifiers, vaultKeys: [...vaultKeys.values()] });

/** Only when it stops, Postgres writes the last of an unlogged table into its file. */
async function searchAfterRestart(): Promise<Loot> {
  await noteKeys();
  await running.stack.postgres.restart();
  await until(noteKeys, (ids) => ids.length > 0);
  return search();
}

async function untilVaultIsEmpty(): Promise<void> {
  const size = () => books.rows(`select pg_relation_size('card_vault')::int as bytes`);
  await until(size, ([row]) => row?.['bytes'] === 0);
}

it('cards that wait are found and open, or this search could find nothing', async () => {
  await running.stack.apps.worker.kill();
  await pay();
  await pay();
  const { keys, cards } = await searchAfterRestart();
  expect(keys).toBeGreaterThan(0);
  expect(new Set(cards)).toEqual(new Set([opened]));
  expect(cards.length).toBeGreaterThanOrEqual(2);
});

it('a vault that is never empty keeps deleted cards in its file, and nothing opens them once their key is destroyed', async () => {
  await books.rows(
    `insert into card_vault values ($1, '', '', now() + interval '1 day')`,
    '00000000-0000-7000-8000-000000000000',
  );
  const needed = await noteKeys();
  await running.stack.apps.worker.start();
  const waiting = `select from card_vault where identifier = any($1)`;
  await until(
    () => books.rows(waiting, identifiers),
    (rows) => rows.length === 0,
  );
  await until(noteKeys, (ids) => !needed.some((id) => ids.includes(id)));
  const { keys, ciphertexts, cards } = await searchAfterRestart();
  expect(ciphertexts.length).toBeGreaterThanOrEqual(2);
  expect(keys).toBeGreaterThan(0);
  expect(cards).toEqual([]);
});

it('a stopped stack whose vault was empty holds nothing of its cards', async () => {
  await books.rows(`delete from card_vault`);
  await untilVaultIsEmpty();
  for (const reference of [await pay(), await pay()])
    expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
  await untilVaultIsEmpty();
  // Without a worker no key is made or destroyed any more, however long the rest takes to stop.
  await running.stack.apps.worker.stop();
  await noteKeys();
  await running.stack.stop();
  const { keys, ciphertexts, cards } = await search();
  expect(keys).toBeGreaterThan(0);
  expect([ciphertexts, cards]).toEqual([[], []]);
});
