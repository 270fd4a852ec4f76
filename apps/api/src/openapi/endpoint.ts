import type { OpenAPIObject } from '@nestjs/swagger';
import { transactionStatuses } from '#domain/transaction/status';

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

/** An object with these properties and no other; all are there unless named as optional. */
export function closedObject(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Schemas that several answers share. */
export const text = { type: 'string' };
export const instant = { type: 'string', format: 'date-time' };
export const uuid = { type: 'string', format: 'uuid' };
export const url = { type: 'string', format: 'uri' };
export const status = { type: 'string', enum: [...transactionStatuses] };
export const errorCode = {
  type: 'integer',
  description: '0 is success, anything else a row of the error table',
};
export const amount = {
  type: 'string',
  pattern: String.raw`^\d+(\.\d+)?$`,
  description: 'Major units, exact, as it was sent',
};
export const mode = { type: 'string', enum: ['initial'] };

/** What examples have in common. */
export const exampleRequestId = '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21';
export const exampleInstant = '2026-01-31T12:00:00.000Z';
