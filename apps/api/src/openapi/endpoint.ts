import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '#domain/wire-schema';

/** One operation of the api as OpenAPI has it, with the schemas that it brings along. */
export type Endpoint = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: OpenAPIObject['paths'][string]['get'] & object;
  readonly schemas?: Readonly<Record<string, Schema>>;
};

export function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema with a reference in place of each that has a name. */
export function withRefs(schema: Schema, names: ReadonlyMap<unknown, string>): Schema {
  const replaced = (value: unknown): unknown => {
    const name = names.get(value);
    if (name !== undefined) return ref(name);
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member)]));
  };
  return replaced(schema) as Schema;
}

/** The `content` of a JSON body; `examples` by name. */
export function jsonContent(schema: Schema, examples: Readonly<Record<string, unknown>>) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  const published: Readonly<Record<string, unknown>> = schema;
  return { 'application/json': { schema: published, examples: Object.fromEntries(named) } };
}

/** What examples have in common. */
export const exampleRequestId = '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21';
export const exampleInstant = '2026-01-31T12:00:00.000Z';
