import { getMetadataStorage, validateSync } from 'class-validator';
import type { FieldProblem } from '#domain/errors/gateway-error';
import { isJsonObject } from '#domain/json';
import type { JsonObject } from '#domain/json';

export type Shape = new () => object;

/**
 * What DTO classes find wrong with a pruned body, by wire path, one problem for each field. `nested` are the classes of
 * the objects directly in it; one that should be an object and is not stands alone, its children are not listed.
 */
export function shapeProblems(
  shape: Shape,
  nested: Readonly<Record<string, Shape>>,
  body: JsonObject,
): FieldProblem[] {
  const inner = Object.entries(nested).flatMap(([name, type]) => {
    const value = body[name];
    return isJsonObject(value) ? problemsOf(type, value, `${name}.`) : [];
  });
  return [...problemsOf(shape, body, ''), ...inner];
}

function problemsOf(shape: Shape, body: JsonObject, parent: string): FieldProblem[] {
  return validateSync(instanceOf(shape, body), { stopAtFirstError: true }).map((error) => ({
    path: parent + error.property,
    problem: Object.values(error.constraints ?? {})[0] ?? 'is malformed',
  }));
}

/**
 * Only the declared fields are copied. class-transformer would copy everything, and breaks on a key `constructor` deep
 * inside a field that should have been a string.
 */
function instanceOf(shape: Shape, body: JsonObject): object {
  const declared = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const instance = new shape();
  for (const { propertyName } of declared) {
    if (Object.hasOwn(body, propertyName)) Reflect.set(instance, propertyName, body[propertyName]);
  }
  return instance;
}
