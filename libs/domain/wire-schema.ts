declare const wire: unique symbol;

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1. `Value` is what it describes, as the code has it before it is written:
 * the compiler holds every field of the record against it.
 */
export type Schema<Value = unknown> = { readonly [keyword: string]: unknown; readonly [wire]?: Value };
export type ValueOf<Described> = Described extends { readonly [wire]?: infer Value } ? Value : never;

export const text: Schema<string> = { type: 'string' };
/** ISO 8601, in UTC. */
export const instant: Schema<string> = { type: 'string', format: 'date-time' };
export const uuid: Schema<string> = { type: 'string', format: 'uuid' };
export const url: Schema<string> = { type: 'string', format: 'uri' };

export function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return { type: 'string', enum: [...values] };
}

export function orNull<Value>({ type, ...rest }: Schema<Value>): Schema<Value | null> {
  return { type: [type, 'null'], ...rest };
}

export function listOf<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { type: 'array', items };
}

type Properties = Readonly<Record<string, Schema>>;
type ObjectOf<Of extends Properties, Optional> = {
  readonly [Name in Exclude<keyof Of, Optional>]: ValueOf<Of[Name]>;
} & { readonly [Name in Extract<keyof Of, Optional>]?: ValueOf<Of[Name]> | undefined };

/** An object with these properties and no other; all are there unless named as optional. */
export function closedObject<Of extends Properties, Optional extends string = never>(
  properties: Of,
  optional: readonly Optional[] = [],
): Schema<ObjectOf<Of, Optional>> {
  const names: ReadonlySet<string> = new Set(optional);
  const required = Object.keys(properties).filter((name) => !names.has(name));
  return { type: 'object', additionalProperties: false, required, properties };
}
