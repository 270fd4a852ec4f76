import { LosslessNumber } from 'lossless-json';
import { JsonNumber } from '#domain/json';
import type { JsonObject, JsonValue } from '#domain/json';

/** A body as `lossless-json` parses it. */
export type ParsedBody = Readonly<Record<string, unknown>>;

/**
 * Takes out what is missing by contract §3 (`null`, `""` and blank, at every depth) and turns numbers into their text.
 * An empty object stays: it was sent.
 */
export function pruneBody(parsed: ParsedBody): JsonObject {
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => {
      const kept = prune(value);
      return kept === undefined ? [] : [[name, kept] as const];
    }),
  );
}

function prune(value: unknown): JsonValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'boolean') return value;
  if (value instanceof LosslessNumber) return new JsonNumber(value.value);
  if (Array.isArray(value)) return value.map(prune).filter((item) => item !== undefined);
  if (isRecord(value)) return pruneBody(value);
  throw new TypeError(`A parsed body holds no ${typeof value}`);
}

function isRecord(value: unknown): value is ParsedBody {
  return typeof value === 'object' && value !== null;
}
