import { getMetadataStorage, validateSync } from 'class-validator';
import { LosslessNumber } from 'lossless-json';
import type { FieldProblem } from '#domain/errors/gateway-error';
import { isCurrency } from '#domain/values/currencies';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '#domain/values/json';
import { isBlank } from '#domain/values/text';
import { nestedOf, requiredOf, type Dto } from './constraints.js';

/** A body as `lossless-json` parses it. */
export type ParsedBody = Readonly<Record<string, unknown>>;

/**
 * Removes what counts as missing by contract §3 (`null`, `""` and blank text, at every depth; so does a field without a
 * visible name) and turns numbers into their text. An empty object stays.
 */
export function pruneBody(parsed: ParsedBody): JsonObject {
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => {
      if (isBlank(name)) return [];
      const kept = prune(value);
      return kept === undefined ? [] : [[name, kept] as const];
    }),
  );
}

function prune(value: unknown): JsonValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return isBlank(value) ? undefined : value;
  if (typeof value === 'boolean') return value;
  if (value instanceof LosslessNumber) return new JsonNumber(value.value);
  if (Array.isArray(value)) return value.map(prune).filter((item) => item !== undefined);
  if (isRecord(value)) return pruneBody(value);
  throw new TypeError(`A parsed body holds no ${typeof value}`);
}

function isRecord(value: unknown): value is ParsedBody {
  return typeof value === 'object' && value !== null;
}

/** The required fields of the class that a pruned body lacks, for error 31. */
export function missingFields(dto: Dto, body: JsonObject): FieldProblem[] {
  return requiredOf(dto)
    .filter((path) => body[path] === undefined)
    .map((path) => ({ path, problem: 'is required' }));
}

/** The problem of a pruned body whose currency is no ISO 4217 code, for error 31 `Invalid currency`. */
export function currencyProblems({ currency }: JsonObject): FieldProblem[] {
  if (typeof currency !== 'string' || isCurrency(currency)) return [];
  return [{ path: 'currency', problem: 'must be an ISO 4217 code in upper case' }];
}

/**
 * The fields of a pruned body that violate the constraints of its class, by wire path, with one problem each. If a field
 * that should be an object is not one, it is listed without its children.
 */
export function malformedFields(dto: Dto, body: JsonObject): FieldProblem[] {
  const inner = Object.entries(nestedOf(dto)).flatMap(([name, type]) => {
    const value = body[name];
    return isJsonObject(value) ? problemsOf(type, value, `${name}.`) : [];
  });
  return [...problemsOf(dto, body, ''), ...inner];
}

function problemsOf(dto: Dto, body: JsonObject, parent: string): FieldProblem[] {
  return validateSync(instanceOf(dto, body), { stopAtFirstError: true }).map((error) => ({
    path: parent + error.property,
    problem: Object.values(error.constraints ?? {})[0] ?? 'is malformed',
  }));
}

/**
 * Only the declared fields are copied. class-transformer would copy everything, and breaks on a key `constructor` deep
 * inside a field that should have been a string.
 */
function instanceOf(dto: Dto, body: JsonObject): object {
  const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const instance = new dto();
  for (const { propertyName } of declared) {
    if (Object.hasOwn(body, propertyName)) Reflect.set(instance, propertyName, body[propertyName]);
  }
  return instance;
}
