import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { Database } from '#persistence/database';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { Logger } from '#runtime/create-log';

/** The token of the log, whose type is pino's interface: `@Inject(LOG) private readonly log: Logger`. */
export const LOG = Symbol('Logger');
/** The token of a boolean: browsers reach the pages over https, so cookies are for https only. */
export const IS_SECURE = Symbol('is secure');
/** The token of a boolean: no real money is moved, and the pages say so. */
export const IS_TEST_MODE = Symbol('is test mode');

/** What `main.ts` opens at start and closes at the end. */
export type Resources = {
  readonly database: Database;
  readonly temporal: Client;
  readonly configuration: Pick<WatchedConfiguration, 'current'>;
  readonly keyedHashes: KeyedHashes;
  /** Encrypts cards, and cannot decrypt any. */
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  readonly isSecure: boolean;
  readonly isTestMode: boolean;
  readonly log: Logger;
};

/**
 * Makes them injectable everywhere. The token is the class, so a constructor's parameter type is enough; what has no
 * class has one of the symbols above.
 */
@Global()
@Module({})
export class ResourcesModule {
  static of(resources: Resources): DynamicModule {
    const providers = [
      { provide: Database, useValue: resources.database },
      { provide: Client, useValue: resources.temporal },
      { provide: WatchedConfiguration, useValue: resources.configuration },
      { provide: KeyedHashes, useValue: resources.keyedHashes },
      { provide: WatchedVaultKey, useValue: resources.vaultKey },
      { provide: IS_SECURE, useValue: resources.isSecure },
      { provide: IS_TEST_MODE, useValue: resources.isTestMode },
      { provide: LOG, useValue: resources.log },
    ];
    return { module: ResourcesModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
