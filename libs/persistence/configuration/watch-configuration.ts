import type { Configuration } from '#domain/configuration';
import { watchNewest, type Watch } from '../watch-newest.js';
import type { AppliedConfiguration } from './configurations.js';
import { findDevelopmentKeys, refuseDevelopmentKeys } from './refuse-development-keys.js';

export type WatchedConfiguration = Watch & {
  readonly current: () => Configuration;
  readonly version: () => number;
};

export type ConfigurationWatching = {
  readonly isProduction: boolean;
  /** Another version is in force from now on. */
  readonly tellInForce: (version: number) => void;
  /** A version that production does not take; the one before stays in force. */
  readonly tellRefused: (version: number, developmentKeys: readonly string[]) => void;
};

/**
 * Loads the newest configuration, with its secrets or without, and keeps it fresh. `load` gives a version newer than one. Throws when none was ever applied, and in production when it holds a
 * published development key; a later version that holds one is passed over.
 */
export async function watchConfiguration(
  load: (after: number) => Promise<AppliedConfiguration | undefined>,
  { isProduction, tellInForce, tellRefused }: ConfigurationWatching,
): Promise<WatchedConfiguration> {
  const first = await load(0);
  if (!first) throw new Error('No configuration was applied yet: run `npm run config:apply`.');
  if (isProduction) refuseDevelopmentKeys(first.configuration);
  let applied = first;
  let seen = first.version;
  const watch = watchNewest(async () => {
    const newer = await load(seen);
    if (!newer) return;
    seen = newer.version;
    const developmentKeys = isProduction ? findDevelopmentKeys(newer.configuration) : [];
    if (developmentKeys.length > 0) return tellRefused(seen, developmentKeys);
    applied = newer;
    tellInForce(seen);
  });
  return {
    current: () => applied.configuration,
    version: () => applied.version,
    stop: () => watch.stop(),
  };
}
