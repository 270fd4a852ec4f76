import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema, Written } from '#domain/wire/schema';

/** One operation of the api in the terms of OpenAPI; schemas with a name are inlined here and referred to later. */
export type Endpoint = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: OpenAPIObject['paths'][string]['get'] & object;
};

/** The `content` of a JSON body; `examples` by name. */
export function jsonContent<Value>(
  schema: Schema<Value>,
  examples: Readonly<Record<string, Written<NoInfer<Value>>>>,
) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  const published: Readonly<Record<string, unknown>> = schema;
  return { 'application/json': { schema: published, examples: Object.fromEntries(named) } };
}

/** What examples have in common. */
export const exampleRequestId = '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21';
export const exampleInstant = '2026-01-31T12:00:00.000Z';
