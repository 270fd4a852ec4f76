import { GatewayError } from '#domain/errors/gateway-error';
import { markAnswered, markAnswering } from '#persistence/transactions/mark-answer';
import type { ApiContext } from '../api-context.js';
import type { Call } from './parameters.js';

/** A re-join is busy answering for at most this long; if it never ends, the same content may re-join again. */
const answeringMs = 2_000;
/** An answer is not held up longer than this by its own record. */
const markLimitMs = 500;

/** Follows what the caller of a create really got, for the duplicate table (contract §4). */
export type TrackedAnswer = {
  /** From now on this call speaks for the transaction: the call that registered it (or may have), or one that re-joins. */
  speaksFor(identifier: string, as: 'first' | 'rejoin'): void;
  /** Passes an outcome on once it is recorded, so that even a retry sent in the same moment meets it. */
  recorded<Outcome>(outcome: Promise<Outcome>): Promise<Outcome>;
};

/**
 * An answer counts as given once its bytes have left, and only if it is not a 504. A caller that hung up before has
 * not been answered: the same content may re-join.
 */
export function trackAnswer(raw: Call['response'], context: ApiContext): TrackedAnswer {
  const { database, timedOutAnswers, log } = context;
  let speaking: { readonly identifier: string; readonly as: 'first' | 'rejoin' } | undefined;
  const mark = async (write: (identifier: string) => Promise<void>) => {
    if (!speaking) return;
    const { identifier } = speaking;
    await write(identifier).catch(() => log.warn({ identifier }, 'what the caller was told is not recorded'));
  };
  const answered = (identifier: string) => markAnswered(database, identifier);
  const timedOut = (identifier: string) => timedOutAnswers.note(identifier);
  const answering = (identifier: string) => {
    timedOutAnswers.forget(identifier);
    return markAnswering(database, identifier, answeringMs);
  };
  raw.once('finish', () => {
    if (raw.statusCode !== 504) void mark(answered);
  });
  raw.once('close', () => {
    if (!raw.writableFinished) void mark(timedOut);
  });
  return {
    speaksFor(identifier, as) {
      speaking = { identifier, as };
      if (raw.destroyed && !raw.writableFinished) void mark(timedOut);
    },
    async recorded(outcome) {
      try {
        const told = await outcome;
        // The first call counts as answering all the time until its deadline.
        if (speaking?.as === 'rejoin') await within(mark(answering));
        return told;
      } catch (error) {
        if (error instanceof GatewayError && error.row.httpStatus === 504) await within(mark(timedOut));
        throw error;
      }
    },
  };
}

async function within(marking: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, markLimitMs);
  });
  await Promise.race([marking, limit]);
  clearTimeout(timer);
}
