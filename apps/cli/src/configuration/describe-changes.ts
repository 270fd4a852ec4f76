import type { Configuration } from '#domain/configuration/configuration';
import { compareConfigurations, describeDifference } from '#configuration/compare-configurations';
import {
  listVersions,
  loadConfiguration,
  type ConfigurationVersion,
} from '#persistence/configuration/configurations';
import type { Database } from '#persistence/database';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';

/** What a configuration would change, as lines for a terminal. */
export type DescribedChanges = { readonly lines: readonly string[]; readonly isDifferent: boolean };

/**
 * Compares a configuration with the newest version in Postgres. Throws if that cannot be decrypted, because its keys are no
 * longer in the key ring.
 */
export async function describeChanges(
  database: Database,
  cipher: EnvelopeCipher,
  configuration: Configuration,
): Promise<DescribedChanges> {
  const applied = await loadConfiguration(database, cipher, 0);
  const [version] = await listVersions(database, 1);
  if (!applied || !version) return { lines: ['No version has been applied before.'], isDifferent: true };
  const differences = compareConfigurations(applied.configuration, configuration);
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return {
    lines: [describeVersion(version), ...differences.map(describeDifference), `${count}.`],
    isDifferent: differences.length > 0,
  };
}

export function describeVersion({ version, appliedBy, appliedAt }: ConfigurationVersion): string {
  return `Version ${version}, applied ${appliedAt.toISOString()} by ${appliedBy}.`;
}
