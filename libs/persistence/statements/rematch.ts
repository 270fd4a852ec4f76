import type { Database } from '../database.js';
import { inOneOf } from './in-one.js';
import { closeByBooks } from './open-differences.js';
import { matchAgain } from './reconcile-lines.js';

/**
 * Matches the lines of a MID that have open differences against what the books say by now, as `gateway_finance`: a reversal
 * that was recorded, a transaction that has ended. Returns how many found their match. Safe to repeat.
 */
export async function rematchLines(database: Database, mid: string): Promise<number> {
  return inOneOf(database, async (runner) => {
    const matched = await matchAgain(runner, mid);
    for (const closing of closeByBooks) await runner.query(closing);
    return matched;
  });
}
