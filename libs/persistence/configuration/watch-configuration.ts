import type { Configuration } from '#domain/configuration/configuration';
import { watchNewest, type Watch } from '../watch-newest.js';
import type { AppliedConfiguration } from './configurations.js';
import { findProductionFaults, refuseInProduction } from './refuse-in-production.js';

export abstract class WatchedConfiguration implements Watch {
  /** The version in force; another may be in force at the next call. */
  abstract readonly current: () => Configuration;
  abstract readonly version: () => number;
  abstract stop(): Promise<void>;
}

export type ConfigurationWatching = {
  readonly isProduction: boolean;
  readonly allowsSandbox: boolean;
  /** Another version is in force from now on. */
  readonly tellInForce: (version: number) => void;
  /** A version that production refuses; the one before stays in force. */
  readonly tellRefused: (version: number, faults: readonly string[]) => void;
};

/**
 * Loads the newest configuration, with its secrets or without, and keeps it fresh: `load` gives a version newer than one.
 * Throws if none was ever applied, and in production if it is refused there; a later version that is refused is skipped.
 */
export async function watchConfiguration(
  load: (after: number) => Promise<AppliedConfiguration | undefined>,
  { isProduction, allowsSandbox, tellInForce, tellRefused }: ConfigurationWatching,
): Promise<WatchedConfiguration> {
  const first = await load(0);
  if (!first) throw new Error('No configuration has been applied yet: run gateway config apply.');
  if (isProduction) refuseInProduction(first.configuration, { allowsSandbox });
  let applied = first;
  let seen = first.version;
  const watch = watchNewest(async () => {
    const newer = await load(seen);
    if (!newer) return;
    seen = newer.version;
    const faults = isProduction ? findProductionFaults(newer.configuration, { allowsSandbox }) : [];
    if (faults.length > 0) return tellRefused(seen, faults);
    applied = newer;
    tellInForce(seen);
  });
  return {
    current: () => applied.configuration,
    version: () => applied.version,
    stop: () => watch.stop(),
  };
}
