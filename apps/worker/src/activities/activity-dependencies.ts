import type { Configuration } from '#domain/configuration/configuration';
import type { FindBlocks } from '#domain/risk/block';
import type { KeySet } from '#domain/keys/stored-keys';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import type { CardFingerprints, RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { Logger } from '#runtime/create-log';
import type { Tracing } from '#tracing/tracing';
import type { FreshEvents } from './fresh-events.js';

/** What activities work with; given once by the composition root. */
export type ActivityDependencies = {
  readonly database: Database;
  readonly envelopeCipher: EnvelopeCipher;
  /** Opens the keys of the card vault. */
  readonly vaultCipher: EnvelopeCipher;
  readonly keyedHashes: KeyedHashes;
  readonly cardFingerprints: CardFingerprints;
  readonly riskHashes: RiskHashes;
  /** The newest applied configuration. Plans are kept by transactions; this gives addresses and credentials. */
  readonly configuration: () => Configuration;
  /** Whether money moves on the word of two operators only. */
  readonly needsFourEyes: () => boolean;
  readonly findBlocks: FindBlocks;
  /** Keys beside those of the configuration, as they are now. */
  readonly storedKeys: () => KeySet;
  readonly keyUses: KeyUses;
  readonly freshEvents: FreshEvents;
  /** Where providers reach the api and customers reach the checkout. */
  readonly apiUrl: string;
  readonly checkoutUrl: string;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
};
