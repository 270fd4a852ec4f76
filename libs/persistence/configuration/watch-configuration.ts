import type { Configuration } from '#domain/configuration';
import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import { loadConfiguration } from './configurations.js';
import { refuseDevelopmentKeys } from './refuse-development-keys.js';

/** Running processes see a newly applied version within this time. */
const watchEveryMs = 1_000;

export type WatchedConfiguration = {
  readonly current: () => Configuration;
  readonly version: () => number;
  stop(): Promise<void>;
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
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = loadConfiguration(database, sealedBox, applied.version).then(
      (newer) => {
        if (newer) applied = newer;
      },
      () => undefined,
    );
  }, watchEveryMs);
  return {
    current: () => applied.configuration,
    version: () => applied.version,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
