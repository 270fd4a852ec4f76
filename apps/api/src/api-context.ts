import type { Client } from '@temporalio/client';
import type { Configuration } from '#domain/configuration';
import type { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import type { FindBlocks } from '#domain/risk/block';
import type { Database } from '#persistence/database';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import type { CardFingerprints, RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import type { Logger } from '#runtime/create-log';
import type { KeyIndex } from './http/key-index.js';
import type { StatusWatch } from './transactions/status-watch.js';
import type { TimedOutAnswers } from './transactions/timed-out-answers.js';
import type { RequestMetrics } from './metrics/request-metrics.js';
import type { TemporalReach } from './temporal-reach.js';

/** What the endpoints work with; built once by the composition root and injected by its class. */
export class ApiContext {
  readonly database: Database;
  readonly temporal: Client;
  readonly temporalReach: TemporalReach;
  readonly configuration: () => Configuration;
  readonly configurationVersion: () => number;
  readonly circuits: WatchedCircuits;
  readonly findBlocks: FindBlocks;
  readonly keys: KeyIndex;
  readonly keyUses: KeyUses;
  readonly sealedBox: SealedBox;
  readonly vaultKey: Pick<WatchedVaultKey, 'find'>;
  readonly keyedHashes: KeyedHashes;
  readonly cardFingerprints: CardFingerprints;
  readonly riskHashes: RiskHashes;
  readonly statusWatch: StatusWatch;
  readonly timedOutAnswers: TimedOutAnswers;
  readonly checkoutUrl: string;
  /** A wrong signature is answered with the text that it should be of, and the figures are beside the API. */
  readonly isDevelopment: boolean;
  readonly metrics: RequestMetrics;
  /** Connections that are held at a time. */
  readonly connectionsMax: number;
  readonly log: Logger;

  constructor(parts: ApiContext) {
    this.database = parts.database;
    this.temporal = parts.temporal;
    this.temporalReach = parts.temporalReach;
    this.configuration = parts.configuration;
    this.configurationVersion = parts.configurationVersion;
    this.circuits = parts.circuits;
    this.findBlocks = parts.findBlocks;
    this.keys = parts.keys;
    this.keyUses = parts.keyUses;
    this.sealedBox = parts.sealedBox;
    this.vaultKey = parts.vaultKey;
    this.keyedHashes = parts.keyedHashes;
    this.cardFingerprints = parts.cardFingerprints;
    this.riskHashes = parts.riskHashes;
    this.statusWatch = parts.statusWatch;
    this.timedOutAnswers = parts.timedOutAnswers;
    this.checkoutUrl = parts.checkoutUrl;
    this.isDevelopment = parts.isDevelopment;
    this.metrics = parts.metrics;
    this.connectionsMax = parts.connectionsMax;
    this.log = parts.log;
  }
}
