import type { Logger } from './create-log.js';

/** What a process says in its log of configurations that were applied while it runs. */
export function tellConfiguration(log: Logger) {
  return {
    tellInForce: (version: number) => log.info({ version }, 'another configuration is in force'),
    tellRefused: (version: number, developmentKeys: readonly string[]) =>
      log.error({ version, developmentKeys }, 'configuration refused: it holds development keys'),
  };
}
