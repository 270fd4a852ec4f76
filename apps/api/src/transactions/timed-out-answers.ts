import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '#persistence/database';
import { markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { DATABASE, LOG } from '../resources/resources.js';

/** What could not be written is tried again after this time. */
const writeEveryMs = 200;
/** Only an outage of Postgres lets so many wait; beyond it the oldest re-join a little later (contract §4). */
const rememberedMax = 10_000;
/**
 * A registration whose connection broke may still be committed: not later than a statement may take, and then some.
 * What is not in the books by then was never registered.
 */
const registeringMaxMs = 15_000;
/** The process ends after this time even if Postgres is still out of reach. */
const stopLimitMs = 5_000;

/**
 * The transactions whose callers got a 504 or no answer, as long as Postgres does not know it (contract §4). A process
 * that is killed forgets them: then the same content re-joins when the first call can no longer be answering.
 */
@Injectable()
export class TimedOutAnswers {
  /** Since when, on the clock of `performance.now`; the oldest first. */
  private readonly noted = new Map<string, number>();
  private writing: Promise<boolean> | undefined;
  private readonly timer = setInterval(() => void this.write(), writeEveryMs);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Remembers it and writes it down; resolves when that was tried once, and is retried until it is written. */
  async note(identifier: string): Promise<void> {
    this.noted.set(identifier, performance.now());
    const [oldest] = this.noted.keys();
    if (this.noted.size > rememberedMax && oldest !== undefined) this.noted.delete(oldest);
    // What is being written was gathered before.
    await this.writing;
    if (!(await this.write())) {
      this.log.warn({ identifier }, 'what the caller was told is written down later');
    }
  }

  /** Somebody got a 504 or no answer, and Postgres may not know it yet. */
  has(identifier: string): boolean {
    return this.noted.has(identifier);
  }

  /** Somebody is answered after all. */
  forget(identifier: string): void {
    this.noted.delete(identifier);
  }

  /** To be called when no request is under way any more, and before the database goes. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
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
      const registered = new Set(await markTimedOut(this.database, identifiers));
      for (const identifier of identifiers) {
        const age = askedAt - (this.noted.get(identifier) ?? askedAt);
        if (registered.has(identifier) || age > registeringMaxMs) this.noted.delete(identifier);
      }
      return true;
    } catch {
      return false;
    }
  }
}
