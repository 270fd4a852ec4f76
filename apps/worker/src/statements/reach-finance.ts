import type { Database } from '#persistence/database';
import { openFinanceDatabase, StatementsClosed } from '#persistence/statements/finance-database';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import type { Turn } from '#runtime/repeat';

/** The database as the role that writes statements. Throws `StatementsClosed`, with a sentence, while there is no such role. */
export type ReachFinance = () => Promise<Database>;

/** Imports wait for each other; people and proofs do not. */
const connectionsMax = 4;
/** After a failure the role is tried again this much later. */
const againAfterMs = 10_000;

/**
 * Opens that database when it is first needed: a worker without the role does everything else. The reason of a failure is logged
 * when it is another one than before. `url`: empty without the role.
 */
export function createReachFinance(
  url: string,
  log: Logger,
): { readonly reachFinance: ReachFinance; readonly stoppable: Stoppable } {
  let opened: Promise<Database> | undefined;
  let told: string | undefined;
  const open = async () => {
    try {
      return await openFinanceDatabase({
        url,
        applicationName: 'gateway worker, statements',
        poolSize: connectionsMax,
      });
    } catch (error) {
      setTimeout(() => (opened = undefined), againAfterMs).unref();
      if (error instanceof StatementsClosed && error.message !== told)
        log.error({ error: (told = error.message) }, 'no role for statements');
      throw error;
    }
  };
  return {
    reachFinance: () => (opened ??= open()),
    stoppable: {
      name: 'database of statements',
      stop: async () => (await opened?.catch(() => undefined))?.destroy(),
    },
  };
}

/** A turn that ends early while statements cannot be written, which is in the log already. */
export function unlessClosed(run: () => Promise<Turn | void>): () => Promise<Turn | void> {
  return async () => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StatementsClosed)) throw error;
    }
  };
}
