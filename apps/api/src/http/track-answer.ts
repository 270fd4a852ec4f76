import type { FastifyReply } from 'fastify';
import type { Database } from '#persistence/database';
import { markAnswered, markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#process/create-log';

/** Follows what the caller of a create really got, for the duplicate table (contract §4). */
export type TrackedAnswer = {
  /** From now on this call speaks for the transaction. */
  speaksFor(identifier: string): void;
};

/**
 * An answer counts as given once its bytes have left, and only if it is not a 504. A caller that hung up before has
 * not been answered: the same content may re-join.
 */
export function trackAnswer(reply: FastifyReply, database: Database, log: Logger): TrackedAnswer {
  let identifier: string | undefined;
  const { raw } = reply;
  const mark = (write: (database: Database, identifier: string) => Promise<void>) => {
    if (identifier === undefined) return;
    write(database, identifier).catch(() =>
      log.warn({ identifier }, 'what the caller was told is not recorded'),
    );
  };
  raw.once('finish', () => mark(raw.statusCode === 504 ? markTimedOut : markAnswered));
  raw.once('close', () => {
    if (!raw.writableFinished) mark(markTimedOut);
  });
  return {
    speaksFor(spoken) {
      identifier = spoken;
      if (raw.destroyed && !raw.writableFinished) mark(markTimedOut);
    },
  };
}
