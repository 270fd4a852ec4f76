import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { GatewayError } from '#domain/errors/gateway-error';
import { Database } from '#persistence/database';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';
import { findHistoryAsAnswer } from '#persistence/transactions/mark-answer';
import { withDeadline } from '#runtime/with-deadline';
import type { Call } from '../http/parameters.js';
import { AnsweredCalls } from './answered-calls.js';
import { TimedOutCalls } from './timed-out-calls.js';

/** Writing down that a caller got a 504 delays the 504 by no more than this. */
const markLimitMs = 500;
/** An answer may be written down so much later than its deadline: the first call still counts as open (contract §4). */
const lateAnswerMs = 1_000;

/** The body of an answered create call; its shape depends on direction, style and method (contract §6). */
export type AcceptanceResponse = Readonly<Record<string, unknown>>;

/** Makes that body. `isFirst`: for the call that registered the transaction, not for one that re-joins it. */
export type Render = (
  created: TransactionHistory,
  moment: { readonly isFirst: boolean },
) => AcceptanceResponse | Promise<AcceptanceResponse>;

/** A create call, its idempotency record, and how its answer is rendered. */
export type CreateCall = Call & { readonly record: IdempotencyRecord; readonly render: Render };

/** Records what the caller of a create really got, for the duplicate table (contract §4). */
export type IdempotencyRecord = {
  /** From now on this call answers for the transaction: it registered it (or may have), or re-joins it. */
  speaksFor(identifier: string, as: 'first' | 'rejoin'): void;
  /**
   * The transaction that this call speaks for, to be answered with now: that it is answered is written down first. Undefined: not within a second after the deadline (milliseconds since the
   * epoch), or the caller has hung up. Rejects where Postgres cannot be reached. Without the transaction the answer must be a
   * 504, which takes it back.
   */
  answerWith(deadline: number): Promise<TransactionHistory | undefined>;
  /** Passes an outcome on; a 504 once it is recorded, so that even a retry sent at the same moment finds it. */
  recorded<Outcome>(outcome: Promise<Outcome>): Promise<Outcome>;
};

/** `none`: not begun; `open`: under way, or of unknown outcome. */
type Writing = 'none' | 'open' | 'done';

/**
 * A call that is not a 504 counts as answered from just before its bytes leave. A caller that hung up before was not
 * answered: that is taken back, and the same content may re-join.
 */
@Injectable()
export class IdempotencyRecords {
  constructor(
    private readonly database: Database,
    private readonly answeredCalls: AnsweredCalls,
    private readonly timedOutCalls: TimedOutCalls,
  ) {}

  follow(response: Call['response']): IdempotencyRecord {
    const callId = uuid();
    let speaking: { readonly identifier: string; readonly as: 'first' | 'rejoin' } | undefined;
    let writing: Writing = 'none';
    const hasHungUp = () => response.destroyed && !response.writableFinished;
    const noteTimedOut = async () => {
      if (speaking === undefined) return;
      const call = { identifier: speaking.identifier, callId, mayBeWritten: () => writing === 'open' };
      await this.timedOutCalls.note(call);
    };
    const write = async ({ identifier, as }: NonNullable<typeof speaking>) => {
      writing = 'open';
      // The row of a first call still counts as open if a crash of Postgres loses it; that of another would not.
      const isDurable = as === 'rejoin';
      const created = await findHistoryAsAnswer(this.database, { identifier, callId }, { isDurable });
      writing = 'done';
      return created;
    };
    // A caller that has ended its own direction gets its answer, but it may be gone: it counts as one that has hung up.
    const { socket } = response.req;
    const hangUp = () => void noteTimedOut();
    socket.once('end', hangUp);
    response.once('finish', () => {
      if (response.statusCode === 504 || !speaking || socket.readableEnded) return;
      this.answeredCalls.note(speaking.identifier);
    });
    response.once('close', () => {
      socket.off('end', hangUp);
      if (!response.writableFinished || socket.readableEnded) hangUp();
    });
    return {
      speaksFor(identifier, as) {
        speaking = { identifier, as };
        if (hasHungUp() || socket.readableEnded) hangUp();
      },
      async answerWith(deadline) {
        if (speaking === undefined || hasHungUp()) return undefined;
        const written = await withDeadline(deadline + lateAnswerMs, write(speaking));
        return written.kind === 'answered' ? written.answer : undefined;
      },
      async recorded(outcome) {
        try {
          return await outcome;
        } catch (error) {
          const isTimeout = error instanceof GatewayError && error.condition.httpStatus === 504;
          if (isTimeout) await withDeadline(Date.now() + markLimitMs, noteTimedOut());
          throw error;
        }
      },
    };
  }
}
