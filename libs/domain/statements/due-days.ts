import type { StatementTerms } from '../configuration/statement-terms.js';
import { addDays } from './period.js';
import { dayIn, timeIn } from './read-cell.js';

/**
 * The latest day whose statement is due: at `at` of the next day, in the statement's time zone (contract §16.2).
 * `YYYY-MM-DD`.
 */
export function latestDueDay({ at, timezone }: Pick<StatementTerms, 'at' | 'timezone'>, now: Date): string {
  return addDays(dayIn(now, timezone), timeIn(now, timezone) >= at ? -1 : -2);
}

/**
 * The days to ask for: the one after the last that is covered, so that balances follow each other, and the latest, so that a
 * day that the provider cannot report does not hold up later ones. Before the first statement, the latest day alone.
 */
export function dueDays(latest: string, covered: string | undefined): readonly string[] {
  if (covered === undefined) return [latest];
  const next = addDays(covered, 1);
  if (next > latest) return [];
  return next === latest ? [latest] : [next, latest];
}
