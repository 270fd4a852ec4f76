import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#persistence/database';
import { markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { LOG } from '../resources/resources.module.js';

/** How often a failed write is retried. */
const writeEveryMs = 200;
/** Only an outage of Postgres lets this many wait; beyond it the oldest is forgotten. */
const rememberedMax = 10_000;
/**
 * A statement whose connection broke may still commit, but no later than the longest statement, with a margin: the
 * registration of the transaction, or an answer whose caller has left.
 */
const lateCommitMaxMs = 15_000;
/** The process stops after this time even if Postgres is still unreachable. */
const stopLimitMs = 5_000;

/** A create call that spoke for a transaction, and whose caller got a 504 or no answer. */
export type TimedOutCall = {
  readonly identifier: string;
  readonly callId: string;
  /** Postgres may still write down that it was answered. */
  mayBeWritten(): boolean;
};

/**
 * The calls whose callers got a 504 or no answer, until Postgres knows it (contract §4). A process that is killed
 * forgets them; the same content can then re-join once the first call can no longer be answering.
 */
@Injectable()
export class TimedOutCalls {
  /** By their ids; when each was noted, by `performance.now`; the oldest first. */
  private readonly noted = new Map<string, TimedOutCall & { readonly at: number }>();
  /** How many of them each transaction has. */
  private readonly transactions = new Map<string, number>();
  private writing: Promise<boolean> | undefined;
  private readonly timer = setInterval(() => void this.write(), writeEveryMs);

  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Remembers the call and writes it down: resolves after the first try, and retries until it is written. */
  async note(call: TimedOutCall): Promise<void> {
    const { identifier, callId } = call;
    this.forget(callId);
    this.noted.set(callId, { ...call, at: performance.now() });
    this.transactions.set(identifier, (this.transactions.get(identifier) ?? 0) + 1);
    const [oldest] = this.noted.keys();
    if (this.noted.size > rememberedMax && oldest !== undefined) this.forget(oldest);
    // A write that is under way was gathered before this one.
    await this.writing;
    if (!(await this.write())) {
      this.log.warn({ identifier }, 'idempotency record not written, will be retried');
    }
  }

  /** A caller got a 504 or no answer, and Postgres may not know it yet. */
  has(identifier: string): boolean {
    return this.transactions.has(identifier);
  }

  /** Call it when no request is under way any more, and before the database is closed. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const end = performance.now() + stopLimitMs;
    await this.writing;
    while (!(await this.write()) && performance.now() < end) await sleep(writeEveryMs);
  }

  private forget(callId: string): void {
    const call = this.noted.get(callId);
    if (!call) return;
    this.noted.delete(callId);
    const left = (this.transactions.get(call.identifier) ?? 0) - 1;
    if (left > 0) this.transactions.set(call.identifier, left);
    else this.transactions.delete(call.identifier);
  }

  private write(): Promise<boolean> {
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<boolean> {
    const calls = [...this.noted.values()].map((call) => ({ ...call, isOver: !call.mayBeWritten() }));
    if (calls.length === 0) return true;
    const askedAt = performance.now();
    try {
      const registered = new Set(await markTimedOut(this.database, calls));
      for (const { callId, identifier, at, isOver } of calls) {
        // Noted anew since: what came between, this write did not know of.
        if (this.noted.get(callId)?.at !== at) continue;
        const isWritten = isOver && registered.has(identifier);
        if (isWritten || askedAt - at > lateCommitMaxMs) this.forget(callId);
      }
      return true;
    } catch {
      return false;
    }
  }
}
