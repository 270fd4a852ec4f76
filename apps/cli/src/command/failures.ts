/**
 * The one rule of exit codes: 0 done, and a check has found nothing; 1 a check has found something, or what was asked for
 * was refused; 2 the command could not run: wrong use, a missing setting, a server out of reach.
 */
export const exitCodes = { done: 0, refused: 1, trouble: 2 } as const;

/** What was asked for cannot be done, or not in full, as things are: exit code 1. The message is for the operator. */
export class Refusal extends Error {}

/** The command could not run, for a reason that is known: exit code 2. The message is for the operator. */
export class Trouble extends Error {}

/** The command line has something that this command does not understand: exit code 2. */
export class UsageError extends Trouble {}

/** An error as a sentence, without a stack or an excerpt. The lines below the first are for programmers. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof Trouble) return error.message;
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  if (!(error instanceof Error)) return 'Unknown error.';
  const details = 'details' in error && typeof error.details === 'string' ? error.details : '';
  return (details || error.message).split('\n')[0] || error.name;
}
