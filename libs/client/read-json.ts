export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON value of a text; undefined if it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text at a path of members; undefined if it is missing or not a text. */
export function readTextAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), value);
  return typeof found === 'string' ? found : undefined;
}
