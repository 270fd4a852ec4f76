import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type { Configuration } from '#domain/configuration';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { Database } from '#persistence/database';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { Logger } from '#runtime/create-log';

/** What the process opens once and closes at its end. Each is injected by its name. */
export type Services = {
  readonly database: Database;
  readonly temporal: Client;
  readonly configuration: () => Configuration;
  readonly keyedHashes: KeyedHashes;
  /** Seals cards, and opens none. */
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  /** Browsers reach the pages over https: the cookie is for https only. */
  readonly isSecure: boolean;
  readonly log: Logger;
};

/** For a constructor's parameter: `@InjectService('database') database: Database`. */
export function InjectService(name: keyof Services): ParameterDecorator {
  return Inject(name);
}

@Global()
@Module({})
export class ServicesModule {
  static with(services: Services): DynamicModule {
    const providers = Object.entries(services).map(([provide, useValue]) => ({ provide, useValue }));
    return { module: ServicesModule, providers, exports: providers };
  }
}
