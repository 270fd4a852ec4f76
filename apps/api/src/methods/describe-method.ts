import { exampleOf } from '#domain/methods/examples';
import type { FieldForm } from '../transactions/field-form.js';
import type { ConditionalForm, FieldDescription } from './describe-fields.js';
import type { UsableMethod } from './usable-methods.js';

/** A usable method in wire names (contract §7, `GET /v2/methods`). */
export function describeMethod({ row, currencies, challenges, windowMs, fields }: UsableMethod): object {
  return {
    method: row.code,
    aliases: row.aliases ?? [],
    direction: row.type === 'payment' ? 'payin' : 'payout',
    style: row.style,
    country: row.country,
    currencies,
    challenges,
    window_seconds: windowMs === undefined ? undefined : Math.round(windowMs / 1_000),
    fields: fields.map(describeField),
    example: exampleOf(row),
  };
}

function describeField({ path, requirement, onlyWith, form, when, example }: FieldDescription): object {
  return {
    path,
    requirement,
    only_with: onlyWith,
    ...describeForm(form),
    when: when.length === 0 ? undefined : when.map(describeCondition),
    example,
  };
}

function describeCondition({ path, is, form }: ConditionalForm): object {
  return { path, is, must: describeForm(form) };
}

function describeForm(form: FieldForm): object {
  return {
    type: form.type,
    format: form.format,
    pattern: form.pattern,
    enum: form.enum,
    min_length: form.minLength,
    max_length: form.maxLength,
    minimum: form.minimum,
    exclusive_minimum: form.exclusiveMinimum,
    maximum: form.maximum,
    problem: form.problem,
  };
}
