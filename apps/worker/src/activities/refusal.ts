import { ApplicationFailure } from '@temporalio/activity';

/** What an operator asked for and may not have: the sentence is all that whoever asked gets to read. */
export function refusal(sentence: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}
