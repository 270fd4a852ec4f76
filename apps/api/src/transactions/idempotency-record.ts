import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { Database } from '#persistence/database';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';
import { markAnswered, markAnswering, markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { withDeadline } from '#runtime/with-deadline';
import type { Call } from '../http/parameters.js';
import { LOG } from '../resources/resources.module.js';

/** Answers that went out within this time are written down together; until then the first call counts as answering. */
const gatherAnswersMs = 200;
/** How often a failed write is retried. */
const writeEveryMs = 200;
/** Only an outage of Postgres lets this many wait; beyond it the oldest can be re-joined a little later (contract §4). */
const rememberedMax = 10_000;
/**
 * A registration whose connection broke may still commit, but no later than the longest statement, with a margin. What is
 * not in Postgres by then was never registered.
 */
const registeringMaxMs = 15_000;
/** The process stops after this time even if Postgres is still unreachable. */
const stopLimitMs = 5_000;
/** A re-join counts as answering for at most this long; if it never ends, the same content may re-join again. */
const answeringMs = 2_000;
/** Writing the record delays an answer by no more than this. */
const markLimitMs = 500;

/**
 * The transactions whose callers were answered a moment ago, written down together. A process that is killed before forgets
 * them: the same content may then re-join, which is harmless (contract §4).
 */
@Injectable()
export class AnsweredCalls {
  private gathered = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(identifier: string): void {
    this.gathered.add(identifier);
    this.timer ??= setTimeout(() => void this.write(), gatherAnswersMs);
  }

  /** Resolves when everything that was noted is written down or has failed, which is logged. */
  write(): Promise<unknown> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const identifiers = [...this.gathered];
    this.gathered = new Set();
    if (identifiers.length > 0) this.writing = Promise.all([this.writing, this.writeAll(identifiers)]);
    return this.writing;
  }

  private async writeAll(identifiers: readonly string[]): Promise<void> {
    await markAnswered(this.database, identifiers).catch(() => {
      for (const identifier of identifiers) this.log.warn({ identifier }, 'idempotency record not written');
    });
  }
}

/**
 * The transactions whose callers got a 504 or no answer, until Postgres knows it (contract §4). A process that is killed
 * forgets them; the same content can then re-join once the first call can no longer be answering.
 */
@Injectable()
export class TimedOutCalls {
  /** When each was noted, by `performance.now`; the oldest first. */
  private readonly noted = new Map<string, number>();
  private writing: Promise<boolean> | undefined;
  private readonly timer = setInterval(() => void this.write(), writeEveryMs);

  constructor(
    private readonly database: Database,
    private readonly answeredCalls: AnsweredCalls,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Remembers the transaction and writes it down: resolves after the first try, and retries until it is written. */
  async note(identifier: string): Promise<void> {
    this.noted.set(identifier, performance.now());
    const [oldest] = this.noted.keys();
    if (this.noted.size > rememberedMax && oldest !== undefined) this.noted.delete(oldest);
    // A write that is under way was gathered before this one.
    await this.writing;
    if (!(await this.write())) {
      this.log.warn({ identifier }, 'idempotency record not written, will be retried');
    }
  }

  /** A caller got a 504 or no answer, and Postgres may not know it yet. */
  has(identifier: string): boolean {
    return this.noted.has(identifier);
  }

  /** A caller is being answered after all. */
  forget(identifier: string): void {
    this.noted.delete(identifier);
  }

  /** Call it when no request is under way any more, and before the database is closed. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.answeredCalls.write();
    const end = performance.now() + stopLimitMs;
    await this.writing;
    while (!(await this.write()) && performance.now() < end) await sleep(writeEveryMs);
  }

  private write(): Promise<boolean> {
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<boolean> {
    const identifiers = [...this.noted.keys()];
    if (identifiers.length === 0) return true;
    const askedAt = performance.now();
    try {
      // An answer that was given to anyone stays given.
      await this.answeredCalls.write();
      const registered = new Set(await markTimedOut(this.database, identifiers));
      for (const identifier of identifiers) {
        const age = askedAt - (this.noted.get(identifier) ?? askedAt);
        // Noted anew since: a re-join got a 504 too, which this write did not know of.
        if (age < 0) continue;
        if (registered.has(identifier) || age > registeringMaxMs) this.noted.delete(identifier);
      }
      return true;
    } catch {
      return false;
    }
  }
}

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
  /** Passes an outcome on once it is recorded, so that even a retry sent at the same moment finds it. */
  recorded<Outcome>(outcome: Promise<Outcome>): Promise<Outcome>;
};

/**
 * A call counts as answered once its bytes have left, unless the answer is a 504. A caller that hung up before was not
 * answered: the same content may re-join.
 */
@Injectable()
export class IdempotencyRecords {
  constructor(
    private readonly database: Database,
    private readonly answeredCalls: AnsweredCalls,
    private readonly timedOutCalls: TimedOutCalls,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  follow(response: Call['response']): IdempotencyRecord {
    let speaking: { readonly identifier: string; readonly as: 'first' | 'rejoin' } | undefined;
    const mark = async (write: (identifier: string) => Promise<void>) => {
      if (!speaking) return;
      const { identifier } = speaking;
      await write(identifier).catch(() => this.log.warn({ identifier }, 'idempotency record not written'));
    };
    const timedOut = (identifier: string) => this.timedOutCalls.note(identifier);
    const answering = (identifier: string) => {
      this.timedOutCalls.forget(identifier);
      return markAnswering(this.database, identifier, answeringMs);
    };
    response.once('finish', () => {
      if (response.statusCode !== 504 && speaking) this.answeredCalls.note(speaking.identifier);
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
          // The first call counts as answering until its deadline anyway.
          if (speaking?.as === 'rejoin') await markInTime(answering);
          return told;
        } catch (error) {
          if (error instanceof GatewayError && error.condition.httpStatus === 504) await markInTime(timedOut);
          throw error;
        }
      },
    };
  }
}
