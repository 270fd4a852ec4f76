import { exampleOf } from '#domain/methods/examples';
import { dayMs, type TermsInForce } from '#domain/refunds/refund-terms';
import type { fieldForm, method as wireMethod, methodField, methodRefund } from '#domain/wire/methods';
import type { ValueOf } from '#domain/wire/schema';
import type { FieldConstraint } from '../http/constraints.js';
import type { ConditionalConstraint, FieldDescription } from './describe-fields.js';
import type { UsableMethod } from './usable-methods.js';

/** A method in wire names (contract §7, `GET /v2/methods`). */
export function describeMethod(usable: UsableMethod): ValueOf<typeof wireMethod> {
  const { method, currencies, challenges, windowMs, refund, fields } = usable;
  return {
    method: method.code,
    aliases: method.aliases ?? [],
    direction: method.type === 'payment' ? 'payin' : 'payout',
    style: method.style,
    country: method.country,
    currencies,
    challenges,
    window_seconds: windowMs === undefined ? undefined : Math.round(windowMs / 1_000),
    refund: refund && describeRefund(refund),
    fields: fields.map(describeField),
    example: exampleOf(method),
  };
}

function describeRefund(terms: TermsInForce): ValueOf<typeof methodRefund> {
  const { possible, withinMs, parts, instead = null } = terms;
  if (!possible) return { possible, days: null, parts: null, instead };
  return { possible, days: withinMs === undefined ? null : Math.floor(withinMs / dayMs), parts, instead };
}

function describeField(field: FieldDescription): ValueOf<typeof methodField> {
  const { path, requirement, onlyWith, constraint, when, example } = field;
  return {
    path,
    requirement,
    only_with: onlyWith,
    ...describeConstraint(constraint),
    when: when.length === 0 ? undefined : when.map(describeCondition),
    example,
  };
}

function describeCondition({ path, is, constraint }: ConditionalConstraint) {
  return { path, is, must: describeConstraint(constraint) };
}

function describeConstraint(constraint: FieldConstraint): ValueOf<typeof fieldForm> {
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
