import type { Operators } from '#domain/configuration/operators';
import type { Schema, ValueOf } from '#domain/wire/schema';
import type { FormName } from './text-forms.js';

/* What the schema of the configuration file is made of. `Schema` says what is written, too. */

export type Names = 'all' | readonly string[];
export type ByName<Value> = Readonly<Record<string, Value>>;

export type Amount = string | number;

export const text: Schema<string> = { type: 'string', minLength: 1 };
export const flag: Schema<boolean> = { type: 'boolean' };
export const count: Schema<number> = { type: 'integer', minimum: 1 };
export const wholeNumber: Schema<number> = { type: 'integer', minimum: 0 };
/** As text, or as a whole number: a float would lose digits. */
export const amount: Schema<Amount> = { type: ['integer', 'string'], format: 'decimal', minimum: 0 };

/** An object with these keys and no other; all may be left out but those that are required. */
export type Section<Of extends ByName<Schema>, Required extends keyof Of = never> = {
  readonly [Name in Exclude<keyof Of, Required>]?: ValueOf<Of[Name]>;
} & { readonly [Name in Required]: ValueOf<Of[Name]> };

export function section<Of extends ByName<Schema>, Required extends keyof Of = never>(
  properties: Of,
  required: readonly Required[] = [],
): Schema<Section<Of, Required>> {
  return { type: 'object', properties, required, additionalProperties: false };
}

export function recordOf<Value>(names: Schema, values: Schema<Value>): Schema<ByName<Value>> {
  return { type: 'object', propertyNames: names, additionalProperties: values };
}

/** For what its parts do not tell: names that are fixed among others. */
export function describing<Value>(schema: Schema): Schema<Value> {
  return schema as Schema<Value>;
}

export function nonEmpty<Value>(object: Schema<Value>): Schema<Value> {
  return { ...object, minProperties: 1 };
}

export function listOf<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { type: 'array', items, uniqueItems: true };
}

export function someOf<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { ...listOf(items), minItems: 1 };
}

export function listOrAll(items: Schema): Schema<Names> {
  return { type: ['array', 'string'], items, uniqueItems: true, format: 'all' };
}

export function listOrProxy(items: Schema): Schema<Operators> {
  return { type: ['array', 'string'], items, uniqueItems: true, minItems: 1, format: 'proxy' };
}

export function form(format: FormName): Schema<string> {
  return { type: 'string', format };
}

export function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return { type: 'string', enum: values };
}

/** A ladder of waits: the same one may stand several times. */
export const durations: Schema<readonly string[]> = { type: 'array', items: form('duration'), minItems: 1 };
/** None is an answer as well. */
export const anyDurations: Schema<readonly string[]> = { type: 'array', items: form('duration') };
