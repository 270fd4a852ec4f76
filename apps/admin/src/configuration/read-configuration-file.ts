import { readFile } from 'node:fs/promises';
import { catalogue } from '#domain/methods/catalogue';
import { connectors } from '#gateway/connectors/registry';
import { readConfiguration, type ConfigurationReading } from '#persistence/configuration/read-configuration';
import { readSecretFile } from '#persistence/configuration/read-secret-file';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { blockedValue } from '../blocked-value.js';

/** Reads a configuration file with everything that this build knows. `rootSecret`: for the fingerprints of cards. */
export async function readConfigurationFile(file: string, rootSecret: string): Promise<ConfigurationReading> {
  const keyedHashes = createKeyedHashes(rootSecret);
  return readConfiguration(await readFile(file, 'utf8'), {
    environment: process.env,
    readSecretFile,
    hashBlocked: (kind, text) => blockedValue(keyedHashes, kind, text),
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: Object.keys(connectors),
  });
}
