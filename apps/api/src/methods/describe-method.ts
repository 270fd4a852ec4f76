import { exampleOf } from '#domain/methods/examples';
import type { FieldConstraint } from '../http/constraints.js';
import type { ConditionalConstraint, FieldDescription } from './describe-fields.js';
import type { UsableMethod } from './usable-methods.js';

/** A method in wire names (contract §7, `GET /v2/methods`). */
export function describeMethod({ method, currencies, challenges, windowMs, fields }: UsableMethod): object {
  return {
    method: method.code,
    aliases: method.aliases ?? [],
    direction: method.type === 'payment' ? 'payin' : 'payout',
    style: method.style,
    country: method.country,
    currencies,
    challenges,
    window_seconds: windowMs === undefined ? undefined : Math.round(windowMs / 1_000),
    fields: fields.map(describeField),
    example: exampleOf(method),
  };
}

function describeField({ path, requirement, onlyWith, constraint, when, example }: FieldDescription): object {
  return {
    path,
    requirement,
    only_with: onlyWith,
    ...describeConstraint(constraint),
    when: when.length === 0 ? undefined : when.map(describeCondition),
    example,
  };
}

function describeCondition({ path, is, constraint }: ConditionalConstraint): object {
  return { path, is, must: describeConstraint(constraint) };
}

function describeConstraint(constraint: FieldConstraint): object {
  return {
    type: constraint.type,
    format: constraint.format,
    pattern: constraint.pattern,
    enum: constraint.enum,
    min_length: constraint.minLength,
    max_length: constraint.maxLength,
    minimum: constraint.minimum,
    exclusive_minimum: constraint.exclusiveMinimum,
    maximum: constraint.maximum,
    problem: constraint.problem,
  };
}
