import type { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import type { Configuration, Project } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';

/**
 * Tokens of what the process opens once and use cases are given, for types that are no classes. `Client` of Temporal,
 * `CurrentConfiguration` and `TemporalReach` are given by class.
 */
export const DATABASE = Symbol('Database');
export const LOG = Symbol('Logger');
export const CIRCUITS = Symbol('WatchedCircuits');
export const FIND_BLOCKS = Symbol('FindBlocks');
export const SEALED_BOX = Symbol('SealedBox');
export const VAULT_KEY = Symbol('WatchedVaultKey');
export const KEYED_HASHES = Symbol('KeyedHashes');
export const CARD_FINGERPRINTS = Symbol('CardFingerprints');
export const RISK_HASHES = Symbol('RiskHashes');
/** Where customers' browsers reach the hosted page, without a slash at the end. */
export const CHECKOUT_URL = Symbol('checkout url');

/** The configuration in force; another version may be in force at the next question. */
export class CurrentConfiguration {
  constructor(private readonly watched: Pick<WatchedConfiguration, 'current' | 'version'>) {}

  current(): Configuration {
    return this.watched.current();
  }

  version(): number {
    return this.watched.version();
  }

  /** Throws merchantNotFound for a project that has left the configuration. */
  project(code: string): Project {
    const project = this.current().projects[code];
    if (!project) throw new GatewayError('merchantNotFound');
    return project;
  }
}
