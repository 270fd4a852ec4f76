import { readFile } from 'node:fs/promises';
import { catalogue } from '#domain/methods/catalogue';
import { connectors } from '#gateway/connectors/registry';
import { readConfiguration, type ConfigurationReading } from '#configuration/read-configuration';
import { readSecretFile } from '#configuration/parse-yaml';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import { blockedValue } from '../blocked-value.js';

/** Reads a configuration file with everything that this build knows; whom it blocks is hashed. */
export async function readConfigurationFile(
  file: string,
  riskHashes: RiskHashes,
): Promise<ConfigurationReading> {
  return readConfiguration(await readFile(file, 'utf8'), {
    environment: process.env,
    readSecretFile,
    hashBlocked: (kind, text) => riskHashes.kept(blockedValue(kind, text)),
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: Object.keys(connectors),
  });
}
