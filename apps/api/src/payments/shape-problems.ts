import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { FieldProblem } from '#domain/errors/gateway-error';
import { isJsonObject, JsonNumber } from '#domain/json';
import type { JsonObject, JsonValue } from '#domain/json';

/**
 * What a DTO class finds wrong with a pruned body, by wire path, one problem for each field. A field that should be an
 * object and is not stands alone, its children are not listed.
 */
export function shapeProblems(shape: new () => object, body: JsonObject): FieldProblem[] {
  const instance = plainToInstance(shape, plainOf(body));
  return validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false }).flatMap((error) =>
    problemsOf(error, ''),
  );
}

/** Numbers as numbers: for their JSON type only, their text is read from the body itself. */
function plainOf(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plainOf(child)]));
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const path = `${parent}${error.property}`;
  const problem = Object.values(error.constraints ?? {})[0];
  if (problem !== undefined) return [{ path, problem }];
  return (error.children ?? []).flatMap((child) => problemsOf(child, `${path}.`));
}
