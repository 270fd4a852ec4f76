import { readFile } from 'node:fs/promises';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { readConfiguration, type ConfigurationReading } from '#configuration/read-configuration';
import { readSecretFile } from '#configuration/parse-yaml';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import { blockedValue } from '../blocklist/blocked-thing.js';

/** Reads and validates a configuration file; the people and cards that it blocks are hashed. */
export async function readConfigurationFile(
  file: string,
  riskHashes: RiskHashes,
): Promise<ConfigurationReading> {
  return readConfiguration(await readFile(file, 'utf8'), {
    environment: process.env,
    readSecretFile,
    hashBlocked: (kind, text) => riskHashes.kept(blockedValue(kind, text)),
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: connectorTerms,
  });
}
