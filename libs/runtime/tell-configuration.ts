import type { Logger } from './create-log.js';

/** Logs the configurations that are applied while the process runs. */
export function tellConfiguration(log: Logger) {
  return {
    tellInForce: (version: number) => log.info({ version }, 'new configuration in force'),
    tellRefused: (version: number, faults: readonly string[]) =>
      log.error({ version, faults }, 'configuration refused: not allowed in production'),
  };
}
