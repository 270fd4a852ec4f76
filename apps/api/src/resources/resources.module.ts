import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Client } from '@temporalio/client';
import type { FindBlocks } from '#domain/risk/block';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import type { Database } from '#persistence/database';
import type { CardFingerprints, RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import type { Logger } from '#runtime/create-log';
import {
  CARD_FINGERPRINTS,
  CHECKOUT_URL,
  CIRCUITS,
  CurrentConfiguration,
  DATABASE,
  FIND_BLOCKS,
  KEYED_HASHES,
  LOG,
  RISK_HASHES,
  SEALED_BOX,
  VAULT_KEY,
} from './resources.js';
import { TemporalReach } from './temporal-reach.js';

/** What `main.ts` opens and stops; whoever needs one of them is given that one. */
export type Resources = {
  readonly database: Database;
  readonly temporal: Client;
  readonly temporalReach: TemporalReach;
  readonly configuration: CurrentConfiguration;
  readonly circuits: WatchedCircuits;
  readonly findBlocks: FindBlocks;
  readonly sealedBox: SealedBox;
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  readonly keyedHashes: KeyedHashes;
  readonly cardFingerprints: CardFingerprints;
  readonly riskHashes: RiskHashes;
  readonly checkoutUrl: string;
  readonly log: Logger;
};

@Global()
@Module({})
export class ResourcesModule {
  static of(resources: Resources): DynamicModule {
    const providers = [
      { provide: DATABASE, useValue: resources.database },
      { provide: Client, useValue: resources.temporal },
      { provide: TemporalReach, useValue: resources.temporalReach },
      { provide: CurrentConfiguration, useValue: resources.configuration },
      { provide: CIRCUITS, useValue: resources.circuits },
      { provide: FIND_BLOCKS, useValue: resources.findBlocks },
      { provide: SEALED_BOX, useValue: resources.sealedBox },
      { provide: VAULT_KEY, useValue: resources.vaultKey },
      { provide: KEYED_HASHES, useValue: resources.keyedHashes },
      { provide: CARD_FINGERPRINTS, useValue: resources.cardFingerprints },
      { provide: RISK_HASHES, useValue: resources.riskHashes },
      { provide: CHECKOUT_URL, useValue: resources.checkoutUrl },
      { provide: LOG, useValue: resources.log },
    ];
    return { module: ResourcesModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
