import type { StaffRow } from '#persistence/staff/staff-table';

export type Cell = StaffRow[string] | undefined;

/** A value as text; instants in UTC, as ISO 8601 writes them. */
export function textOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  return String(value);
}
