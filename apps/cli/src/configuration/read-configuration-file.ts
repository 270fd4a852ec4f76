import { readFile } from 'node:fs/promises';
import { describeMistake } from '#configuration/mistake';
import { readSecretFile } from '#configuration/parse-yaml';
import { readConfiguration } from '#configuration/read-configuration';
import type { Configuration } from '#domain/configuration/configuration';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { findProductionFaults } from '#persistence/configuration/refuse-in-production';
import { blockedValue } from '../blocklist/blocked-thing.js';
import { pathOfPerson, type Session } from '../command/session.js';

/**
 * Reads and validates the named file, else that of GATEWAY_CONFIG, as strictly as production asks for if this is
 * production; people and cards that it blocks are hashed. Throws the error of `refusalOf` if the gateway would not take it.
 */
export async function readConfigurationFile(
  session: Session,
  named: string | undefined,
  refusalOf: (file: string, mistakes: readonly string[]) => Error,
): Promise<{ readonly file: string; readonly configuration: Configuration }> {
  const settings = session.settings((read) => ({
    file: read.text('GATEWAY_CONFIG', 'config/gateway.yaml'),
    isProduction: read.isProduction(),
    allowsSandbox: read.flag('ALLOW_SANDBOX'),
  }));
  const riskHashes = await session.openRiskHashes();
  const file = named === undefined ? settings.file : pathOfPerson(session, named);
  const reading = readConfiguration(await readFile(file, 'utf8'), {
    environment: session.environment,
    readSecretFile,
    hashBlocked: (kind, text) => riskHashes.kept(blockedValue(kind, text)),
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: connectorTerms,
  });
  if (reading.kind === 'refused') throw refusalOf(file, reading.mistakes.map(describeMistake));
  for (const warning of reading.warnings) console.warn(`${file}, ${describeMistake(warning)}`);
  const { configuration } = reading;
  const faults = settings.isProduction ? findProductionFaults(configuration, settings) : [];
  if (faults.length > 0) throw refusalOf(file, faults);
  return { file, configuration };
}
