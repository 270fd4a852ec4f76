import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** For what a person asked for and an activity refused: the caller sees the sentence, not that an activity failed. */
export function refuseInWords(error: unknown): never {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) throw cause;
  throw ApplicationFailure.nonRetryable('The decision could not be recorded.', 'REFUSED');
}
