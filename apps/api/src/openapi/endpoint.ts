import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '#domain/wire-schema';

/** One operation of the api as OpenAPI has it; its schemas stand where they are used, those with a name too. */
export type Endpoint = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: OpenAPIObject['paths'][string]['get'] & object;
};

/** The `content` of a JSON body; `examples` by name. */
export function jsonContent(schema: Schema, examples: Readonly<Record<string, unknown>>) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  const published: Readonly<Record<string, unknown>> = schema;
  return { 'application/json': { schema: published, examples: Object.fromEntries(named) } };
}

/** What examples have in common. */
export const exampleRequestId = '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21';
export const exampleInstant = '2026-01-31T12:00:00.000Z';
