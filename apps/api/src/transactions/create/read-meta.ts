import {
  isJsonObject,
  JsonNumber,
  readPath,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from '#domain/values/json';
import { writeJson } from '#domain/values/write-json';

/** The entries of `extra.meta` by name, numbers as written. */
export type Meta = Readonly<Record<string, JsonScalar>>;

/** Reads `extra.meta` of an accepted body; without one it is empty. Throws a TypeError for what acceptance refuses. */
export function readMeta(body: JsonObject): Meta {
  const meta = readPath(body, 'extra.meta');
  const entries = isJsonObject(meta) ? Object.entries(meta) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, scalarOf(value)]));
}

function scalarOf(value: JsonValue): JsonScalar {
  if (value instanceof JsonNumber || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new TypeError('An accepted extra.meta holds strings, numbers and booleans only');
}

/** The entries as JSON text, which is what is stored and echoed; without those that are kept with personal data alone. */
export function writeMeta(meta: Meta, browserFields: readonly string[] = []): string {
  const entries = Object.entries(meta)
    .filter(([name]) => !browserFields.includes(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`);
  return `{${entries.join(',')}}`;
}
