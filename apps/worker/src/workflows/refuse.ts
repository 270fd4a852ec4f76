import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Refuses an update. Its caller sees only the sentence. */
export function refuseUnless(isFine: boolean, sentence: string): void {
  if (!isFine) throw ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}

/** Passes on the sentence of an activity's refusal, instead of "Activity task failed". */
export function refuseInWords(error: unknown): never {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) throw cause;
  throw ApplicationFailure.nonRetryable('The decision could not be recorded.', 'REFUSED');
}
