import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Client } from '@temporalio/client';
import type { Configuration, Project } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { KeySet } from '#domain/keys/stored-keys';
import type { CallbackSender } from '#gateway/callbacks/send-callback';
import { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import type { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { Database } from '#persistence/database';
import { WatchedBlocks } from '#persistence/risk/watch-blocks';
import { CardFingerprints, RiskHashes } from '#persistence/secrets/card-fingerprints';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { Metrics } from '#metrics/metrics';
import type { Logger } from '#runtime/create-log';
import type { Tracing } from '#tracing/tracing';
import { HeldCalls } from '../http/held-calls.js';
import { CreateLimit } from './create-limit.js';
import { TemporalReach } from './temporal-reach.js';

/** The token of the log, whose type is pino's interface: `@Inject(LOG) private readonly log: Logger`. */
export const LOG = Symbol('Logger');
/** The token of the address at which browsers reach the hosted page; no trailing slash. */
export const CHECKOUT_URL = Symbol('checkout URL');
/** The token of the keys in Postgres: `@Inject(STORED_KEYS) private readonly storedKeys: () => KeySet`. */
export const STORED_KEYS = Symbol('stored keys');
/** The token of what sends a callback: `@Inject(SEND_CALLBACK) private readonly send: CallbackSender`. */
export const SEND_CALLBACK = Symbol('send callback');

/**
 * The configuration in force, with what operators have switched off. Read it once per request: another version may be in
 * force at the next call.
 */
export class CurrentConfiguration {
  constructor(private readonly watched: Pick<WatchedConfiguration, 'current' | 'version'>) {}

  current(): Configuration {
    return this.watched.current();
  }

  version(): number {
    return this.watched.version();
  }

  /** Throws merchantNotFound for a project that is no longer in the configuration. */
  project(code: string): Project {
    const project = this.current().projects[code];
    if (!project) {
      const description = 'The project of this key is no longer configured';
      throw new GatewayError('merchantNotFound', { description });
    }
    return project;
  }
}

/** What `main.ts` opens at start and closes at the end. */
export type Resources = {
  readonly database: Database;
  readonly temporal: Client;
  readonly temporalReach: TemporalReach;
  readonly configuration: CurrentConfiguration;
  readonly circuits: WatchedCircuits;
  readonly blocks: Pick<WatchedBlocks, 'find'>;
  readonly envelopeCipher: EnvelopeCipher;
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  readonly keyedHashes: KeyedHashes;
  readonly cardFingerprints: CardFingerprints;
  readonly riskHashes: RiskHashes;
  readonly checkoutUrl: string;
  /** As they are now, without a look at Postgres. */
  readonly storedKeys: () => KeySet;
  readonly sendCallback: CallbackSender;
  readonly heldCalls: HeldCalls;
  readonly createLimit: CreateLimit;
  readonly metrics: Metrics;
  /** Of requests, by hooks: no use case needs it. */
  readonly tracing: Tracing;
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
      { provide: TemporalReach, useValue: resources.temporalReach },
      { provide: CurrentConfiguration, useValue: resources.configuration },
      { provide: WatchedCircuits, useValue: resources.circuits },
      { provide: WatchedBlocks, useValue: resources.blocks },
      { provide: EnvelopeCipher, useValue: resources.envelopeCipher },
      { provide: WatchedVaultKey, useValue: resources.vaultKey },
      { provide: KeyedHashes, useValue: resources.keyedHashes },
      { provide: CardFingerprints, useValue: resources.cardFingerprints },
      { provide: RiskHashes, useValue: resources.riskHashes },
      { provide: CHECKOUT_URL, useValue: resources.checkoutUrl },
      { provide: STORED_KEYS, useValue: resources.storedKeys },
      { provide: SEND_CALLBACK, useValue: resources.sendCallback },
      { provide: HeldCalls, useValue: resources.heldCalls },
      { provide: CreateLimit, useValue: resources.createLimit },
      { provide: Metrics, useValue: resources.metrics },
      { provide: LOG, useValue: resources.log },
    ];
    return { module: ResourcesModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
