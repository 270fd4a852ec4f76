import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#persistence/database';
import { markTimedOut } from '#persistence/transactions/mark-answer';
import type { Logger } from '#runtime/create-log';

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
export type TimedOutAnswers = {
  /** Remembers it and writes it down; resolves when that was tried once, and is retried until it is written. */
  note(identifier: string): Promise<void>;
  has(identifier: string): boolean;
  /** Somebody is answered after all. */
  forget(identifier: string): void;
  stop(): Promise<void>;
};

export function rememberTimedOutAnswers(database: Database, log: Logger): TimedOutAnswers {
  /** Since when, on the clock of `performance.now`; the oldest first. */
  const noted = new Map<string, number>();
  let writing: Promise<boolean> | undefined;

  const writeAll = async (): Promise<boolean> => {
    const identifiers = [...noted.keys()];
    if (identifiers.length === 0) return true;
    const askedAt = performance.now();
    try {
      const registered = new Set(await markTimedOut(database, identifiers));
      for (const identifier of identifiers) {
        const age = askedAt - (noted.get(identifier) ?? askedAt);
        if (registered.has(identifier) || age > registeringMaxMs) noted.delete(identifier);
      }
      return true;
    } catch {
      return false;
    }
  };
  const write = () => {
    writing ??= writeAll().finally(() => (writing = undefined));
    return writing;
  };
  const timer = setInterval(() => void write(), writeEveryMs);
  return {
    async note(identifier) {
      noted.set(identifier, performance.now());
      const [oldest] = noted.keys();
      if (noted.size > rememberedMax && oldest !== undefined) noted.delete(oldest);
      // What is being written was gathered before.
      await writing;
      if (!(await write())) log.warn({ identifier }, 'what the caller was told is written down later');
    },
    has: (identifier) => noted.has(identifier),
    forget: (identifier) => void noted.delete(identifier),
    async stop() {
      clearInterval(timer);
      const end = performance.now() + stopLimitMs;
      await writing;
      while (!(await write()) && performance.now() < end) await sleep(writeEveryMs);
    },
  };
}
