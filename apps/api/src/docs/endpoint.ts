import type { OpenAPIObject } from '@nestjs/swagger';

/** One operation of the api as OpenAPI has it, with the schemas that it brings along. */
export type Endpoint = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: OpenAPIObject['paths'][string]['get'] & object;
  readonly schemas?: Readonly<Record<string, Schema>>;
};

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = { readonly [key: string]: unknown };

export function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The `content` of a JSON body; `examples` by name. */
export function jsonContent(schema: Schema, examples: Readonly<Record<string, unknown>>) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  return { 'application/json': { schema, examples: Object.fromEntries(named) } };
}
