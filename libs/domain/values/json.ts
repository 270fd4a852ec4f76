/** A number of a JSON text, kept as its lexeme (`10.10`, `1e1`), so that an amount never passes through a float. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value without `null`: a body is pruned first, and what is null is missing (contract §3). */
export type JsonValue = string | boolean | JsonNumber | readonly JsonValue[] | JsonObject;
/** What a value of `extra.meta` may be. */
export type JsonScalar = string | boolean | JsonNumber;
export type JsonObject = { readonly [key: string]: JsonValue };

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** The value at a wire path such as `extra.meta.documentType`; undefined where any part of the way is missing. */
export function readPath(fields: unknown, path: string): unknown {
  let value = fields;
  for (const name of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
