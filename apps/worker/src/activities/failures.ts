import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { notRegistered } from '#contracts/transaction-workflow';
import type { Configuration } from '#domain/configuration/configuration';
import { operatorProblem } from '#domain/configuration/operators';

/** Refuses an operator's request. The operator sees only the sentence. */
export function refusal(sentence: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}

/** Throws a refusal unless the current configuration allows this operator. */
export function requireOperator(name: string, { operations }: Configuration): void {
  const problem = operatorProblem(name, operations?.operators);
  if (problem !== undefined) throw refusal(problem);
}

/** A benign failure: Temporal repeats the activity, after `nextRetryDelay` milliseconds if given. */
export function again(type: string, message: string, nextRetryDelay?: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({
    message,
    type,
    category,
    ...(nextRetryDelay !== undefined && { nextRetryDelay }),
  });
}

/** Ends the workflow, because an unknown identifier cannot become registered later. */
export function failNotRegistered(identifier: string): never {
  throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, notRegistered);
}
