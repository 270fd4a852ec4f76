import type { Client } from '@temporalio/client';
import type { Configuration } from '#domain/configuration';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { Database } from '#persistence/database';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { Logger } from '#runtime/create-log';

/** What the pages work with; built once by the composition root and injected by its class. */
export class CheckoutContext {
  readonly database: Database;
  readonly temporal: Client;
  readonly configuration: () => Configuration;
  readonly keyedHashes: KeyedHashes;
  /** Seals cards, and opens none. */
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  /** Browsers reach the pages over https: the cookie is for https only. */
  readonly isSecure: boolean;
  /** Connections that are held at a time. */
  readonly connectionsMax: number;
  readonly log: Logger;

  constructor(parts: CheckoutContext) {
    this.database = parts.database;
    this.temporal = parts.temporal;
    this.configuration = parts.configuration;
    this.keyedHashes = parts.keyedHashes;
    this.vaultKey = parts.vaultKey;
    this.isSecure = parts.isSecure;
    this.connectionsMax = parts.connectionsMax;
    this.log = parts.log;
  }
}
