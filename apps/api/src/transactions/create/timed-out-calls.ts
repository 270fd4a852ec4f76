import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#persistence/database';
import { markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { repeat } from '#runtime/repeat';
import { LOG } from '../../resources/resources.module.js';

/** How often a failed write is retried. */
const writeEveryMs = 200;
/** Reached only during an outage of Postgres; beyond it the oldest entry is forgotten. */
const rememberedMax = 10_000;
/** A statement whose connection broke may still commit within this time: the longest statement, with a margin. */
const lateCommitMaxMs = 15_000;
/** The process stops after this time even if Postgres is still unreachable. */
const stopLimitMs = 5_000;

/** A create call for a transaction whose caller got a 504 or no answer. */
export type TimedOutCall = {
  readonly identifier: string;
  readonly callId: string;
  /** Postgres may still record this call as answered. */
  mayBeWritten(): boolean;
};

/**
 * Calls whose callers got a 504 or no answer, until that is recorded in Postgres (contract §4). If the process is killed
 * before, the same content can re-join only after the deadline of the first call.
 */
@Injectable()
export class TimedOutCalls {
  /** By call id, oldest first; `at` is of `performance.now`. */
  private readonly noted = new Map<string, TimedOutCall & { readonly at: number }>();
  /** The number of these calls per transaction. */
  private readonly transactions = new Map<string, number>();
  private writing: Promise<boolean> | undefined;
  private readonly retries = repeat('timed-out calls', {
    everyMs: writeEveryMs,
    run: async () => void (await this.write()),
    isDelayed: true,
  });

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
    // A write that is already running does not include this call.
    await this.writing;
    if (!(await this.write())) {
      this.log.warn({ identifier }, 'idempotency record not written, will be retried');
    }
  }

  /** A caller got a 504 or no answer, and Postgres may not know it yet. */
  has(identifier: string): boolean {
    return this.transactions.has(identifier);
  }

  /** Call it after the last request and before the database is closed. */
  async stop(): Promise<void> {
    const end = performance.now() + stopLimitMs;
    await this.retries.stop();
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
        // Noted again since: this write does not cover the later note.
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
