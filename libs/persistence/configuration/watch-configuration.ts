import type { Configuration } from '#domain/configuration';
import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import { watchNewest, type Watch } from '../watch-newest.js';
import { loadConfiguration } from './configurations.js';
import { refuseDevelopmentKeys } from './refuse-development-keys.js';

export type WatchedConfiguration = Watch & {
  readonly current: () => Configuration;
  readonly version: () => number;
};

/**
 * Loads the newest configuration and keeps it fresh. Throws when none was ever applied, and in production when
 * it holds a published development key. A failed look keeps the last
 * known version in force and is tried again.
 */
export async function watchConfiguration(
  database: Database,
  sealedBox: SealedBox,
  { isProduction }: { readonly isProduction: boolean },
): Promise<WatchedConfiguration> {
  const first = await loadConfiguration(database, sealedBox, 0);
  if (!first) throw new Error('No configuration was applied yet: run `npm run config:apply`.');
  if (isProduction) refuseDevelopmentKeys(first.configuration);
  let applied = first;
  const watch = watchNewest(async () => {
    applied = (await loadConfiguration(database, sealedBox, applied.version)) ?? applied;
  });
  return {
    current: () => applied.configuration,
    version: () => applied.version,
    stop: () => watch.stop(),
  };
}
