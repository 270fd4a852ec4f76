import { readExactInstant, roundUp } from '#domain/values/calendar';
import { GatewayError } from '#domain/errors/gateway-error';
import { quote } from '#domain/values/text';
import { pageLimit } from '#domain/wire/page';
import { malformedFields, pruneBody } from './check-body.js';
import { constraintsOf, Matching, Passing } from './constraints.js';

/** The query string as Fastify parses it; a name that occurs twice has a list. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/** Maximum number of unknown parameters that one answer names. */
const unknownNamedMax = 10;

/**
 * The query of a list as its class declares it (contract §7); a blank value is absent. Throws invalidParams with every
 * parameter that is malformed, repeated or unknown.
 */
export function acceptQuery<Query extends object>(dto: new () => Query, query: SentQuery): Query {
  const known = [...constraintsOf(dto).keys()];
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  const given = pruneBody(query);
  const problem = `may hold only ${known.join(', ')}, not ${unknown.slice(0, unknownNamedMax).map(quote).join(', ')}`;
  const fields = [
    ...malformedFields(dto, given),
    ...(unknown.length > 0 ? [{ path: 'query', problem }] : []),
  ];
  if (fields.length > 0) throw new GatewayError('invalidParams', { fields });
  return given as Query;
}

export function PageLimit(): PropertyDecorator {
  return Matching(/^(?:[1-9]\d?|100)$/, `must be a whole number from 1 to ${pageLimit.max}`);
}

export function readLimit(limit: string | undefined): number {
  return limit === undefined ? pageLimit.default : Number(limit);
}

/** `accepts`: whether a text is a `next_after` of this list. */
export function PageCursor(accepts: (cursor: string) => boolean): PropertyDecorator {
  return Passing(accepts, 'must be a next_after value of this list', {});
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return Passing((value) => values.includes(value), `must be ${values.join(' or ')}`, { enum: values });
}

/** Some of the values, separated by commas. */
export function SomeOf(values: readonly string[]): PropertyDecorator {
  const accepts = (value: string) => readSome(value).every((one) => values.includes(one));
  return Passing(accepts, `must be one or more of ${values.join(', ')}, separated by commas`, {});
}

export function readSome(value: string): readonly string[] {
  return value.split(',');
}

export function InstantWithOffset(): PropertyDecorator {
  const problem =
    'must be a date and time of ISO 8601 with its offset, such as 2026-01-31T12:00:00Z (in a URL + is %2B)';
  return Passing((value) => readInstant(value) !== undefined, problem, {});
}

/** Rounded up to the milliseconds that are kept. */
export function readInstant(text: string): Date | undefined {
  const instant = readExactInstant(text);
  return instant && roundUp(instant);
}
