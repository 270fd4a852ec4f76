import type { Configuration } from '#domain/configuration';
import { compareConfigurations, describeDifference } from '#configuration/compare-configurations';
import { listVersions, loadConfiguration } from '#persistence/configuration/configurations';
import type { Database } from '#persistence/database';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import { describeVersion } from './describe-version.js';

/** What a configuration would change, in lines for a terminal, and how many places that are. */
export type DescribedChanges = { readonly lines: readonly string[]; readonly isDifferent: boolean };

/**
 * Holds a configuration against the newest version in Postgres. Throws when that cannot be opened, because its keys are
 * no longer in the key ring.
 */
export async function describeChanges(
  database: Database,
  box: SealedBox,
  configuration: Configuration,
): Promise<DescribedChanges> {
  const applied = await loadConfiguration(database, box, 0);
  const [version] = await listVersions(database, 1);
  if (!applied || !version) return { lines: ['No version was applied before.'], isDifferent: true };
  const differences = compareConfigurations(applied.configuration, configuration);
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return {
    lines: [describeVersion(version), ...differences.map(describeDifference), `${count}.`],
    isDifferent: differences.length > 0,
  };
}
