import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { GatewayError } from '#domain/errors/gateway-error';
import { methodOf } from '#domain/methods/find-method';
import { Database } from '#persistence/database';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { AcceptedTransaction } from '#domain/wire/acceptance';
import { findHistoryAsAnswer, type AnsweredTransaction } from '#persistence/transactions/mark-answer';
import { openPersonalData } from '#persistence/transactions/personal-data';
import { withDeadline } from '#runtime/with-deadline';
import type { Call } from '../../http/parameters.js';
import { AnsweredCalls } from './answered-calls.js';
import { TimedOutCalls } from './timed-out-calls.js';

/** A 504 waits at most this long for its record to be written. */
const markLimitMs = 500;
/** An answer may be recorded this long after its deadline: the first call still counts as open (contract §4). */
const lateAnswerMs = 1_000;

/** A transaction as the answer of a create call shows it. */
export type CreatedTransaction = Omit<AcceptedTransaction, 'challenge'> & {
  /** In the clear; empty unless the answer of its method shows them. */
  readonly requisites: Readonly<Record<string, string>>;
};

/** A create call and its idempotency record. */
export type CreateCall = Call & { readonly record: IdempotencyRecord };

/** Records what the caller of a create really got, for the duplicate table (contract §4). */
export type IdempotencyRecord = {
  /** From now on this call answers for the transaction: it registered it (or may have), or re-joins it. */
  speaksFor(identifier: string, as: 'first' | 'rejoin'): void;
  /**
   * Writes down that this call was answered, and returns the transaction to answer with. Undefined: not within a second after
   * the deadline (milliseconds since the epoch), or the caller has hung up; the answer must then be a 504, which takes the
   * record back. Rejects if Postgres cannot be reached.
   */
  answerWith(deadline: number): Promise<CreatedTransaction | undefined>;
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
    private readonly envelopeCipher: EnvelopeCipher,
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
      // If a crash of Postgres loses the record, a first call still counts as open, but a re-joined one would not.
      const isDurable = as === 'rejoin';
      const found = await findHistoryAsAnswer(this.database, { identifier, callId }, { isDurable });
      writing = 'done';
      return found && { ...found, isFirst: as === 'first', requisites: this.requisitesOf(found) };
    };
    // A caller that has closed its side of the connection may be gone: it gets the answer, but counts as one that hung up.
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

  private requisitesOf({
    transaction,
    personalCiphertext,
  }: AnsweredTransaction): Readonly<Record<string, string>> {
    const { identifier, type, style, method } = transaction;
    if (methodOf(type, style, method).showsRequisites !== true) return {};
    return openPersonalData(this.envelopeCipher, identifier, personalCiphertext).requisites ?? {};
  }
}
