import { createHash } from 'node:crypto';
import type { Configuration } from '#domain/configuration';

/**
 * SHA-256, hexadecimal, of a resolved configuration: equal for two files that mean the same, whatever their comments
 * and the order of their keys, and different when the environment gave another value.
 */
export function configurationDigest(configuration: Configuration): string {
  return createHash('sha256').update(canonicalJson(configuration)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sortedByKey(part) : part));
}

function sortedByKey(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
