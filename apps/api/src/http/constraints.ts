import { Allow, getMetadataStorage, isIP, IsOptional, ValidateBy } from 'class-validator';
import { isCalendarDate } from '#domain/values/calendar';
import { isCountry } from '#domain/values/countries';
import { isJsonObject } from '#domain/values/json';
import { textMax } from '#domain/methods/check-fields';
import { parseUrl } from '#domain/values/parse-url';
import { isText, lengthOf } from '#domain/values/text';
import { generalForms, languageTag, phonePattern } from './general-forms.js';

/** The constraint of one wire field in the keywords of JSON Schema; `problem` says the rest. */
export type FieldConstraint = FieldShape & {
  readonly type: FieldType;
  /** Completes the sentence "<path>: …" in the answer to a value that violates it. */
  readonly problem: string;
};

type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'object';

export type FieldShape = {
  readonly format?: string;
  /** Regular expression, with the `u` flag. */
  readonly pattern?: string;
  readonly enum?: readonly string[];
  /** Lengths in code points, inclusive. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
};

/** A class that declares the fields of a body or of a nested object. */
export type Dto = new () => object;

/** By the prototype of a class: its required fields, and the classes of its nested objects. */
const requiredFields = new WeakMap<object, string[]>();
const nestedDtos = new WeakMap<object, Record<string, Dto>>();

/** The names of the fields that are `@Required()`. */
export function requiredOf({ prototype }: Dto): readonly string[] {
  return requiredFields.get(prototype) ?? [];
}

/** The classes of the fields that are `@Nested()`, by name. */
export function nestedOf({ prototype }: Dto): Readonly<Record<string, Dto>> {
  return nestedDtos.get(prototype) ?? {};
}

/** Every field with a constraint by its wire path (`customer.phone`), including those of nested objects. */
export function constraintsOf(dto: Dto, parent = ''): ReadonlyMap<string, FieldConstraint> {
  const own = getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .flatMap(({ propertyName, context }) => {
      const constraint: unknown = context;
      return isConstraint(constraint) ? [[parent + propertyName, constraint] as const] : [];
    });
  const inner = Object.entries(nestedOf(dto)).flatMap(([name, type]) => [
    ...constraintsOf(type, `${parent}${name}.`),
  ]);
  return new Map([...own, ...inner]);
}

function isConstraint(value: unknown): value is FieldConstraint {
  return typeof value === 'object' && value !== null && 'type' in value && 'problem' in value;
}

/** The field must be sent: without it the body is refused with 31, before any constraint is checked. */
export function Required(): PropertyDecorator {
  return (target, property) => {
    requiredFields.set(target, [...(requiredFields.get(target) ?? []), String(property)]);
  };
}

/** Type and constraint of the field depend on the method: the catalogue checks it (`check-fields.ts` of the domain). */
export const CheckedByMethod = Allow;

/*
 * Decorators of constraints (contract §5). Bodies are pruned first, so an absent field is `undefined`, which each of them
 * accepts. A problem never repeats the value. Each also carries its constraint as data, for the descriptions of the field.
 */
export function Text(max = textMax): PropertyDecorator {
  return field(`must be a string of at most ${max} characters`, (value) => isText(value, max), {
    maxLength: max,
  });
}

export function Matching(pattern: RegExp, problem: string): PropertyDecorator {
  return textField(problem, (value) => pattern.test(value), { pattern: pattern.source });
}

/** A string of bounded length that passes `accepts`; `shape` describes the check as far as data can. */
export function Passing(
  accepts: (value: string) => boolean,
  problem: string,
  shape: FieldShape,
): PropertyDecorator {
  return textField(problem, accepts, shape);
}

export function Email(): PropertyDecorator {
  const { accepts, problem } = generalForms.email;
  return textField(problem, accepts, { format: 'email' });
}

export function IpAddress(): PropertyDecorator {
  return textField('must be an IPv4 or IPv6 address', (value) => isIP(value), { format: 'ip' });
}

export function Country(): PropertyDecorator {
  const shape = { format: 'iso-3166-1-alpha-2', pattern: '^[A-Z]{2}$' };
  return textField('must be an ISO 3166-1 alpha-2 code in upper case', isCountry, shape);
}

export function CalendarDate(): PropertyDecorator {
  return textField('must be a date that exists, as YYYY-MM-DD', isCalendarDate, { format: 'date' });
}

export function Phone(): PropertyDecorator {
  return Matching(phonePattern, generalForms.phone.problem);
}

export function LanguageTag(): PropertyDecorator {
  return textField(languageTag.problem, languageTag.accepts, { format: 'bcp47' });
}

const urlMax = 2048;

/** Checks syntax only; where a callback may go is decided by the project's list of targets. */
export function Url(): PropertyDecorator {
  return field(
    `must be an http or https URL without user info, of at most ${urlMax} characters`,
    (value) => isText(value, urlMax) && isWebUrl(value),
    { format: 'uri', pattern: '^https?://', maxLength: urlMax },
  );
}

/**
 * `isURL` of class-validator refuses hosts with an underscore or a trailing dot, and accepts `https:a.com`. The parser
 * alone would accept spaces and backslashes, which other parsers interpret differently.
 */
function isWebUrl(value: string): boolean {
  const authority = /^https?:\/\/([^/?#\\\s\p{Cc}]+)[^\\\s\p{Cc}]*$/iu.exec(value)?.[1];
  return authority !== undefined && !authority.includes('@') && parseUrl(value) !== undefined;
}

export function Literal(literal: string): PropertyDecorator {
  return field(`must be ${literal}`, (value) => value === literal, { enum: [literal] });
}

export function OneOf(words: readonly string[]): PropertyDecorator {
  const isListed = (value: unknown) => typeof value === 'string' && words.includes(value);
  return field(`must be one of ${words.join(', ')}`, isListed, { enum: words });
}

/** Any JSON object; not an array, not a number. */
export function JsonObjectField(): PropertyDecorator {
  return field('must be a JSON object', isJsonObject, { type: 'object' });
}

/** A JSON object whose fields a class declares. */
export function Nested(dto: Dto): PropertyDecorator {
  return (target, property) => {
    JsonObjectField()(target, property);
    nestedDtos.set(target, { ...nestedDtos.get(target), [String(property)]: dto });
  };
}

/** `isReference`, as far as data can describe it. */
export const referenceShape = {
  minLength: 1,
  maxLength: 128,
  pattern: String.raw`^(?!\.{1,2}$)[^\u0000-\u001f\u007f-\u009f]+$`,
};

export const referenceProblem = 'must be 1 to 128 characters without control characters, not . or ..';

/** Contract §5. `.` and `..` would be lost in the path of the check endpoint. */
export function isReference(value: string): boolean {
  if (value === '.' || value === '..') return false;
  return isText(value, 128) && lengthOf(value) > 0 && !/\p{Cc}/u.test(value);
}

export function Reference(): PropertyDecorator {
  return Passing(isReference, referenceProblem, referenceShape);
}

function textField(
  problem: string,
  accepts: (value: string) => boolean,
  shape: FieldShape,
): PropertyDecorator {
  return field(problem, (value) => isText(value, textMax) && accepts(value), {
    maxLength: textMax,
    ...shape,
  });
}

function field(
  problem: string,
  accepts: (value: unknown) => boolean,
  shape: Partial<FieldConstraint>,
): PropertyDecorator {
  const validator = { validate: accepts, defaultMessage: () => problem };
  const constraint: FieldConstraint = { type: 'string', problem, ...shape };
  return (target, property) => {
    IsOptional()(target, property);
    ValidateBy({ name: 'constraint', validator }, { context: constraint })(target, property);
  };
}
