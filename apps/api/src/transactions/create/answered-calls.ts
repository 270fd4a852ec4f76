import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#persistence/database';
import { confirmAnswered } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';
import { repeat } from '#runtime/repeat';
import { LOG } from '../../resources/resources.module.js';

/** Time between two writes, each of which confirms all answers since the last one. */
const writeEveryMs = 150;
/** Reached only during an outage of Postgres; beyond it the oldest entry is forgotten. */
const rememberedMax = 10_000;
/** The process stops after this time even if Postgres is still unreachable. */
const stopLimitMs = 5_000;

/**
 * Transactions whose caller got an answer, until the record of it is on Postgres' disk. The record was committed before the
 * answer was sent, but asynchronously, so a crash of Postgres may lose it; then it is written again (contract §4).
 */
@Injectable()
export class AnsweredCalls {
  private readonly noted = new Set<string>();
  private isFailing = false;
  private readonly writing = repeat('answered calls', {
    everyMs: writeEveryMs,
    run: async () => void (await this.write()),
    isDelayed: true,
  });

  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(identifier: string): void {
    this.noted.add(identifier);
    const [oldest] = this.noted;
    if (this.noted.size > rememberedMax && oldest !== undefined) this.noted.delete(oldest);
  }

  /** A caller was answered, and Postgres may have lost the record. */
  has(identifier: string): boolean {
    return this.noted.has(identifier);
  }

  /** Call it after the last request and before the database is closed. */
  async stop(): Promise<void> {
    const end = performance.now() + stopLimitMs;
    await this.writing.stop();
    while (!(await this.write()) && performance.now() < end) await sleep(writeEveryMs);
  }

  /** False: Postgres was not reached. */
  private async write(): Promise<boolean> {
    const identifiers = [...this.noted];
    if (identifiers.length === 0) return true;
    try {
      await confirmAnswered(this.database, identifiers);
      for (const identifier of identifiers) this.noted.delete(identifier);
      this.isFailing = false;
      return true;
    } catch {
      const [identifier] = identifiers;
      if (!this.isFailing) this.log.warn({ identifier }, 'idempotency record not written, will be retried');
      this.isFailing = true;
      return false;
    }
  }
}
