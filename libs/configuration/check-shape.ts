import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TextConstraint } from '#domain/configuration/connector-terms';
import { configurationSchema } from './configuration-schema.js';
import type { MistakeAt, Path } from './mistake.js';
import { textForms, type Known } from './text-forms.js';

/** Everything in the file's data that has not the shape of a configuration, unknown keys included. */
export function checkShape(data: unknown, known: Known): readonly MistakeAt[] {
  const { forms, validate } = shapeFor(known);
  if (validate(data)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .map((error) => ({ at: pathOf(error), message: messageOf(error, forms) }));
}

type Shape = {
  readonly forms: Readonly<Record<string, TextConstraint>>;
  readonly validate: ValidateFunction;
};
const shapes = new Map<string, Shape>();

/** The schema of these methods and connectors: made once, as it takes longer than a file takes to be read. */
function shapeFor(known: Known): Shape {
  const words = JSON.stringify([known.methods, Object.keys(known.connectors)]);
  const shape = shapes.get(words) ?? compileShape(textForms(known));
  shapes.set(words, shape);
  return shape;
}

function compileShape(forms: Shape['forms']): Shape {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  for (const [name, { holds }] of Object.entries(forms)) {
    ajv.addFormat(name, { type: 'string', validate: holds });
  }
  return { forms, validate: ajv.compile(configurationSchema) };
}

function pathOf({ instancePath, keyword, params, propertyName }: ErrorObject): Path {
  const path = instancePath.split('/').slice(1).map(readPointerPart);
  if (keyword === 'additionalProperties') return [...path, String(params['additionalProperty'])];
  return propertyName === undefined ? path : [...path, propertyName];
}

/** JSON Pointer, RFC 6901. */
function readPointerPart(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Written here and not by the validator, whose words are for programs and could quote a value. */
function messageOf(
  { keyword, params, message }: ErrorObject,
  forms: Readonly<Record<string, TextConstraint>>,
): string {
  switch (keyword) {
    case 'additionalProperties':
      return 'unknown key';
    case 'required':
      return `${String(params['missingProperty'])} is missing`;
    case 'format':
      return forms[String(params['format'])]?.says ?? 'has the wrong form';
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`;
    default:
      return message ?? 'is wrong';
  }
}
