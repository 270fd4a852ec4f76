import { isEmail, isIP, isLocale, IsOptional, ValidateBy } from 'class-validator';
import { isCalendarDate } from '#domain/calendar';
import { isCountry } from '#domain/countries';
import { isJsonObject } from '#domain/json';
import { parseUrl } from '#domain/parse-url';
import { isText } from '#domain/text';

/**
 * Decorators for optional wire fields of a general form (contract §5). A body is pruned before, so that `undefined` is
 * the only way to be absent; what must be there is the catalogue's business. Problems never repeat the value.
 */
export function Text(max = 255): PropertyDecorator {
  return field(`must be a string of at most ${max} characters`, (value) => isText(value, max));
}

export function Matching(pattern: RegExp, problem: string): PropertyDecorator {
  return textField(problem, (value) => pattern.test(value));
}

/** Any string of bounded length that passes a check of ours. */
export function Passing(accepts: (value: string) => boolean, problem: string): PropertyDecorator {
  return textField(problem, accepts);
}

export function Email(): PropertyDecorator {
  return textField('must be an e-mail address', (value) => isEmail(value));
}

export function IpAddress(): PropertyDecorator {
  return textField('must be an IPv4 or IPv6 address', (value) => isIP(value));
}

export function Country(): PropertyDecorator {
  return textField('must be an ISO 3166-1 alpha-2 code in upper case', isCountry);
}

export function CalendarDate(): PropertyDecorator {
  return textField('must be a date that exists, as YYYY-MM-DD', isCalendarDate);
}

export function Phone(): PropertyDecorator {
  return Matching(
    /^\+?[0-9 ()-]{5,24}$/,
    'must be 5 to 24 digits, spaces, brackets or hyphens, with or without +',
  );
}

/** `isLocale` alone takes `en_US`, which is no BCP 47 tag. */
export function LanguageTag(): PropertyDecorator {
  return textField('must be a BCP 47 language tag', (value) => isLocale(value) && !value.includes('_'));
}

const urlMax = 2048;

/** Form only; where a callback may go is the project's list of targets. */
export function Url(): PropertyDecorator {
  return field(
    `must be an http or https URL without user info, of at most ${urlMax} characters`,
    (value) => isText(value, urlMax) && isWebUrl(value),
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
  return field(`must be ${literal}`, (value) => value === literal);
}

/** Arrays and numbers are none. */
export function JsonObjectField(): PropertyDecorator {
  return field('must be a JSON object', isJsonObject);
}

function textField(problem: string, accepts: (value: string) => boolean): PropertyDecorator {
  return field(problem, (value) => isText(value, 255) && accepts(value));
}

function field(problem: string, accepts: (value: unknown) => boolean): PropertyDecorator {
  const validator = { validate: accepts, defaultMessage: () => problem };
  return (target, property) => {
    IsOptional()(target, property);
    ValidateBy({ name: 'form', validator })(target, property);
  };
}
