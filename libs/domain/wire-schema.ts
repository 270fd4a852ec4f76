declare const wire: unique symbol;
const component: unique symbol = Symbol('component');

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1. `Value` is what it describes, as the code has it before it is written:
 * the compiler holds every field of the record against it.
 */
export type Schema<Value = unknown> = {
  readonly [keyword: string]: unknown;
  readonly [wire]?: Value;
  readonly [component]?: Component;
};
type Component = { readonly name: string; readonly schema: Schema };
export type ValueOf<Described> = Described extends { readonly [wire]?: infer Value } ? Value : never;

export const text: Schema<string> = { type: 'string' };
/** Without its format a client in Go reads 24 bits of it. */
export const number: Schema<number> = { type: 'number', format: 'double' };
/** ISO 8601, in UTC. */
export const instant: Schema<string> = { type: 'string', format: 'date-time' };
export const uuid: Schema<string> = { type: 'string', format: 'uuid' };
export const url: Schema<string> = { type: 'string', format: 'uri' };

export function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return { type: 'string', enum: [...values] };
}

/** No list of types: generators of clients know two ways to write it, and all of them take this one. */
export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  return { oneOf: [schema, { type: 'null' }] };
}

export function listOf<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { type: 'array', items };
}

/** Published once, under this name; wherever else it stands is a reference to it, with what was said there beside it. */
export function named<Value>(name: string, schema: Schema<Value>): Schema<Value> {
  return { ...schema, [component]: { name, schema } };
}

/** The name of a schema and what it stands for; undefined: it has none. */
export function componentOf(schema: Schema): Component | undefined {
  return schema[component];
}

export function pointerTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** One of these named schemas, told apart by what a property of theirs says. */
export function choiceBy(propertyName: string, choices: Readonly<Record<string, Schema>>): Schema {
  const pointers = Object.entries(choices).map(([value, schema]) => {
    const { name } = componentOf(schema) ?? {};
    if (name === undefined) throw new Error(`The schema of ${propertyName} ${value} has no name`);
    return [value, pointerTo(name)] as const;
  });
  const mapping = Object.fromEntries(pointers);
  return { oneOf: Object.values(choices), discriminator: { propertyName, mapping } };
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
