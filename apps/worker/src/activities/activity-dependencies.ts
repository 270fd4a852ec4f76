import type { Configuration } from '#domain/configuration/configuration';
import type { FindBlocks } from '#domain/risk/block';
import type { KeySet } from '#domain/keys/stored-keys';
import type { FinalMove } from '#domain/transaction/change';
import type { Transaction } from '#domain/transaction/transaction';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import type { CardFingerprints, RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { Logger } from '#runtime/create-log';
import type { Tracing } from '#tracing/tracing';
import type { ReachFinance } from '../statements/reach-finance.js';

/** The resources of all activities, given once by the composition root. */
export type ActivityDependencies = {
  readonly database: Database;
  /** As the role that writes statements (contract §16). */
  readonly reachFinance: ReachFinance;
  readonly envelopeCipher: EnvelopeCipher;
  /** Opens the keys of the card vault. */
  readonly vaultCipher: EnvelopeCipher;
  readonly keyedHashes: KeyedHashes;
  readonly cardFingerprints: CardFingerprints;
  readonly riskHashes: RiskHashes;
  /** The newest applied configuration, for addresses and credentials; a transaction's plan is stored with it. */
  readonly configuration: () => Configuration;
  /** Whether an operator's decision that moves money needs a second operator. */
  readonly needsFourEyes: () => boolean;
  readonly findBlocks: FindBlocks;
  /** The current keys that are stored beside the configuration. */
  readonly storedKeys: () => KeySet;
  readonly keyUses: KeyUses;
  /** Keeps the event of a transaction that has just ended, for its first delivery in this process. */
  readonly noteEnd: (transaction: Transaction, move: FinalMove) => void;
  /** The public addresses: providers call the api, customers open the checkout. */
  readonly apiUrl: string;
  readonly checkoutUrl: string;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
};
