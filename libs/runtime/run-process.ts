import type { Logger } from './create-log.js';

/** A started process part: stopped in reverse order of starting. */
export type Stoppable = { readonly name: string; stop(): Promise<void> };

/** Longer than any call to a provider, so that what is under way is finished and recorded. */
const drainMs = 40_000;
/** After the death of the parent the drain is short: interrupted work is resumed from Postgres. */
const orphanDrainMs = 3_000;

/**
 * Runs a process until SIGTERM or SIGINT, or, under `LEASH=stdin`, until its parent is gone: then it drains and exits.
 * A failure to start is one log line and exit code 1.
 */
export async function runProcess(log: Logger, start: () => Promise<readonly Stoppable[]>): Promise<void> {
  let parts: readonly Stoppable[] = [];
  let isStopping = false;
  const stop = async (cause: string, limitMs = drainMs) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ cause }, 'stopping');
    setTimeout(() => process.exit(1), limitMs).unref();
    for (const part of parts.toReversed()) {
      await part
        .stop()
        .catch((error: unknown) =>
          log.error({ part: part.name, error: describe(error) }, 'did not stop cleanly'),
        );
    }
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  if (process.env['LEASH'] === 'stdin') {
    process.stdin.on('close', () => void stop('parent is gone', orphanDrainMs)).resume();
  }
  try {
    parts = await start();
    log.info('started');
  } catch (error) {
    log.fatal({ error: describe(error) }, 'could not start');
    // The SDK's native runtime keeps a process alive that never connected.
    process.exit(1);
  }
}

/** Names and messages only: a stack or a cause may carry what was sent. */
function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
