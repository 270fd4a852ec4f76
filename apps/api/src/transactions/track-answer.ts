import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '#persistence/database';
import { markAnswered, markAnswering } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { withDeadline } from '#runtime/with-deadline';
import type { Call } from '../http/parameters.js';
import { DATABASE, LOG } from '../resources/resources.js';
import { TimedOutAnswers } from './timed-out-answers.js';

/** A re-join is busy answering for at most this long; if it never ends, the same content may re-join again. */
const answeringMs = 2_000;
/** An answer is not held up longer than this by its own record. */
const markLimitMs = 500;

/** The body of an answered create call, in the shape of its direction, style and method (contract §6). */
export type AcceptanceResponse = Readonly<Record<string, unknown>>;

/** Makes that body. `isFirst`: of the answer to the call that registered the transaction, and not of one that re-joins. */
export type Render = (
  transaction: Transaction,
  moment: { readonly isFirst: boolean },
) => AcceptanceResponse | Promise<AcceptanceResponse>;

/** A create call, what is followed of its answer, and how the answer looks. */
export type CreateCall = Call & { readonly answer: TrackedAnswer; readonly render: Render };

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
@Injectable()
export class AnswerTracker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly timedOutAnswers: TimedOutAnswers,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  follow(response: Call['response']): TrackedAnswer {
    let speaking: { readonly identifier: string; readonly as: 'first' | 'rejoin' } | undefined;
    const mark = async (write: (identifier: string) => Promise<void>) => {
      if (!speaking) return;
      const { identifier } = speaking;
      await write(identifier).catch(() =>
        this.log.warn({ identifier }, 'what the caller was told is not recorded'),
      );
    };
    const answered = (identifier: string) => markAnswered(this.database, identifier);
    const timedOut = (identifier: string) => this.timedOutAnswers.note(identifier);
    const answering = (identifier: string) => {
      this.timedOutAnswers.forget(identifier);
      return markAnswering(this.database, identifier, answeringMs);
    };
    response.once('finish', () => {
      if (response.statusCode !== 504) void mark(answered);
    });
    response.once('close', () => {
      if (!response.writableFinished) void mark(timedOut);
    });
    const markInTime = (write: (identifier: string) => Promise<void>) =>
      withDeadline(Date.now() + markLimitMs, mark(write));
    return {
      speaksFor(identifier, as) {
        speaking = { identifier, as };
        if (response.destroyed && !response.writableFinished) void mark(timedOut);
      },
      async recorded(outcome) {
        try {
          const told = await outcome;
          // The first call counts as answering all the time until its deadline.
          if (speaking?.as === 'rejoin') await markInTime(answering);
          return told;
        } catch (error) {
          if (error instanceof GatewayError && error.row.httpStatus === 504) await markInTime(timedOut);
          throw error;
        }
      },
    };
  }
}
