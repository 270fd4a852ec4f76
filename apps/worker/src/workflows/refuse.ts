import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Refuses an update. The sentence is all that its caller reads. */
export function refuseUnless(isFine: boolean, sentence: string): void {
  if (!isFine) throw ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}

/** Hands on the sentence with which an activity refused, instead of "Activity task failed". */
export function refuseInWords(error: unknown): never {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) throw cause;
  throw ApplicationFailure.nonRetryable('The decision could not be recorded.', 'REFUSED');
}
