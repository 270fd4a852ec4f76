import type { Database } from '../database.js';
import { watchNewest, type Watch } from '../watch-newest.js';
import type { VaultKey } from './vault-key.js';

export abstract class WatchedVaultKey implements Watch {
  /** The key that cards are sealed to now. Throws while no worker has made one yet. */
  abstract find(): Promise<VaultKey>;
  abstract stop(): Promise<void>;
}

/** Keeps the vault's newest public key in memory; calls wait for Postgres only before the first one. */
export function watchVaultKey(database: Pick<Database, 'sql'>): WatchedVaultKey {
  let newest: VaultKey | undefined;
  const look = async (): Promise<void> => {
    newest = await findNewest(database);
  };
  const watch = watchNewest(look);
  return {
    async find() {
      if (!newest) await look();
      if (!newest) throw new Error('the vault has no key');
      return newest;
    },
    stop: () => watch.stop(),
  };
}

async function findNewest(database: Pick<Database, 'sql'>): Promise<VaultKey | undefined> {
  const [row] = await database.sql<VaultKey[]>`
    select id, public_key as "publicKey" from vault_keys order by created_at desc limit 1`;
  return row;
}
