import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { notRegistered } from '#contracts/transaction-workflow';
import type { Configuration } from '#domain/configuration/configuration';
import { operatorProblem } from '#domain/configuration/operators';

/** What an operator asked for and may not have: the sentence is all that whoever asked gets to read. */
export function refusal(sentence: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}

/** Throws a refusal where the name is no operator's, as the configuration has them now. */
export function requireOperator(name: string, { operations }: Configuration): void {
  const problem = operatorProblem(name, operations?.operators);
  if (problem !== undefined) throw refusal(problem);
}

/** Nothing is wrong: Temporal runs the activity again, after `nextRetryDelay` milliseconds if given. */
export function again(type: string, message: string, nextRetryDelay?: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({
    message,
    type,
    category,
    ...(nextRetryDelay !== undefined && { nextRetryDelay }),
  });
}

/** Ends the workflow: an identifier that was never registered does not become one by waiting. */
export function failNotRegistered(identifier: string): never {
  throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, notRegistered);
}
