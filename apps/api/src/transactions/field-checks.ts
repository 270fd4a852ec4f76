import { isEmail, isIP, isLocale, IsOptional, ValidateBy } from 'class-validator';
import { isCalendarDate } from '#domain/calendar';
import { isCountry } from '#domain/countries';
import { isJsonObject } from '#domain/json';
import { textMax } from '#domain/methods/check-fields';
import { parseUrl } from '#domain/parse-url';
import { isText } from '#domain/text';
import type { FieldForm, FieldShape } from './field-form.js';

/**
 * Decorators for optional wire fields of a general form (contract §5). A body is pruned before, so that `undefined` is
 * the only way to be absent; what must be there is the catalogue's business. Problems never repeat the value. Each
 * carries its form as data, for those who describe the field instead of checking it.
 */
export function Text(max = textMax): PropertyDecorator {
  return field(`must be a string of at most ${max} characters`, (value) => isText(value, max), {
    maxLength: max,
  });
}

export function Matching(pattern: RegExp, problem: string): PropertyDecorator {
  return textField(problem, (value) => pattern.test(value), { pattern: pattern.source });
}

/** Any string of bounded length that passes a check of ours; `shape` is as much of it as data can say. */
export function Passing(
  accepts: (value: string) => boolean,
  problem: string,
  shape: FieldShape,
): PropertyDecorator {
  return textField(problem, accepts, shape);
}

export function Email(): PropertyDecorator {
  return textField('must be an e-mail address', (value) => isEmail(value), { format: 'email' });
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
  return Matching(
    /^\+?[0-9 ()-]{5,24}$/,
    'must be 5 to 24 digits, spaces, brackets or hyphens, with or without +',
  );
}

/** `isLocale` alone takes `en_US`, which is no BCP 47 tag. */
export function LanguageTag(): PropertyDecorator {
  const accepts = (value: string) => isLocale(value) && !value.includes('_');
  return textField('must be a BCP 47 language tag', accepts, { format: 'bcp47' });
}

const urlMax = 2048;

/** Form only; where a callback may go is the project's list of targets. */
export function Url(): PropertyDecorator {
  return field(
    `must be an http or https URL without user info, of at most ${urlMax} characters`,
    (value) => isText(value, urlMax) && isWebUrl(value),
    { format: 'uri', pattern: '^https?://', maxLength: urlMax },
  );
}

/**
 * `isURL` of class-validator refuses hosts with an underscore or a dot at the end, and takes `https:a.com`. The parser
 * alone would take spaces and backslashes, which others read in other ways.
 */
function isWebUrl(value: string): boolean {
  const authority = /^https?:\/\/([^/?#\\\s\p{Cc}]+)[^\\\s\p{Cc}]*$/iu.exec(value)?.[1];
  return authority !== undefined && !authority.includes('@') && parseUrl(value) !== undefined;
}

export function Literal(literal: string): PropertyDecorator {
  return field(`must be ${literal}`, (value) => value === literal, { enum: [literal] });
}

/** Arrays and numbers are none. */
export function JsonObjectField(): PropertyDecorator {
  return field('must be a JSON object', isJsonObject, { type: 'object' });
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
  shape: Partial<FieldForm>,
): PropertyDecorator {
  const validator = { validate: accepts, defaultMessage: () => problem };
  const form: FieldForm = { type: 'string', problem, ...shape };
  return (target, property) => {
    IsOptional()(target, property);
    ValidateBy({ name: 'form', validator }, { context: form })(target, property);
  };
}
