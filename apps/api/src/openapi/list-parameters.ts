import { pageLimit } from '#domain/wire/page';
import type { Schema } from '#domain/wire/schema';

/** A parameter behind `?`, which may be left out. */
export function queryParameter(name: string, description: string, schema: Schema, example?: unknown) {
  const published: Readonly<Record<string, unknown>> = schema;
  const parameter = { name, in: 'query' as const, description, schema: published };
  return example === undefined ? parameter : { ...parameter, example };
}

/** Values of an enum, separated by commas. */
export function commaSeparated(values: readonly string[]): Schema {
  const one = `(?:${values.join('|')})`;
  return { type: 'string', pattern: `^${one}(?:,${one})*$` };
}

/** What the pages of every list are asked with. */
export const pageParameters = [
  queryParameter('limit', `How many a page holds at most; ${pageLimit.default} if absent`, {
    type: 'integer',
    minimum: 1,
    maximum: pageLimit.max,
  }),
  queryParameter('after', '`next_after` of an earlier page; absent or blank: from the start', {
    type: 'string',
  }),
];
