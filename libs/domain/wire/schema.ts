declare const wire: unique symbol;
const component: unique symbol = Symbol('component');

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1. `Value` is the type of what it describes, as the code has it before it is
 * written: a renderer that returns `ValueOf<typeof schema>` has exactly the fields of the schema.
 */
export type Schema<Value = unknown> = {
  readonly [keyword: string]: unknown;
  readonly [wire]?: Value;
  readonly [component]?: Component;
};
type Component = { readonly name: string; readonly schema: Schema };
export type ValueOf<Described> = Described extends { readonly [wire]?: infer Value } ? Value : never;

export const text: Schema<string> = { type: 'string' };
/** Without the format, generated Go clients read it as a 32-bit float. */
export const number: Schema<number> = { type: 'number', format: 'double' };
export const integer: Schema<number> = { type: 'integer' };
export const count: Schema<number> = { type: 'integer', minimum: 0 };
export const boolean: Schema<boolean> = { type: 'boolean' };
/** Any JSON value. */
export const anything: Schema = {};
/** ISO 8601, in UTC. */
export const instant: Schema<string> = { type: 'string', format: 'date-time' };
export const uuid: Schema<string> = { type: 'string', format: 'uuid' };
export const url: Schema<string> = { type: 'string', format: 'uri' };

export function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return { type: 'string', enum: [...values] };
}

/** `oneOf` instead of a list of types, because every client generator reads it. */
export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  return { oneOf: [schema, { type: 'null' }] };
}

export function listOf<Value>(
  items: Schema<Value>,
  keywords: { readonly minItems?: number; readonly maxItems?: number; readonly description?: string } = {},
): Schema<readonly Value[]> {
  return { type: 'array', ...keywords, items };
}

/** Published once under this name. Other places refer to it, with their own description beside the reference. */
export function named<Value>(name: string, schema: Schema<Value>): Schema<Value> {
  return { ...schema, [component]: { name, schema } };
}

/** The name of a schema and the schema that is published under it; undefined if it has no name. */
export function componentOf(schema: Schema): Component | undefined {
  return schema[component];
}

export function pointerTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** One of these named schemas, distinguished by the value of a property. */
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
/** Every property is named by its renderer; an optional one may be undefined and is then left out of the JSON. */
type ObjectOf<Of extends Properties, Optional> = {
  readonly [Name in keyof Of]: ValueOf<Of[Name]> | (Name extends Optional ? undefined : never);
};
/** A value as it stands in JSON, where undefined members are absent. */
export type Written<Value> = Value extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value as undefined extends Value[Name] ? never : Name]: Written<Value[Name]>;
      } & {
        readonly [Name in keyof Value as undefined extends Value[Name] ? Name : never]?: Written<Value[Name]>;
      }
    : Value;

/** An object with these properties and no others; all are required unless named as optional. */
export function closedObject<Of extends Properties, Optional extends string = never>(
  properties: Of,
  optional: readonly Optional[] = [],
): Schema<ObjectOf<Of, Optional>> {
  const names: ReadonlySet<string> = new Set(optional);
  const required = Object.keys(properties).filter((name) => !names.has(name));
  return { type: 'object', additionalProperties: false, required, properties };
}
