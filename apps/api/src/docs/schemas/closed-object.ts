import type { Schema } from '../endpoint.js';

/** An object with these properties and no other; all are there unless named as optional. */
export function closedObject(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', additionalProperties: false, required, properties };
}
