import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementLine } from '#domain/statements/line';

const columns = {
  lineKey: 'line_key',
  kind: 'kind',
  reference: 'reference',
  providerId: 'provider_id',
  gross: 'gross',
  fee: 'fee',
  tax: 'tax',
  net: 'net',
  currency: 'currency',
  settledAmount: 'settled_amount',
  settledCurrency: 'settled_currency',
  rate: 'rate',
  bookedOn: 'booked_on',
  valueOn: 'value_on',
  settlement: 'settlement',
} as const;

/** A statement of a provider as a file by the mapping `standard`. */
export function csvOf(lines: readonly StatementLine[]): string {
  const rows = lines.map((line) =>
    (Object.keys(columns) as (keyof typeof columns)[]).map((name) => line[name] ?? '').join(','),
  );
  return [Object.values(columns).join(','), ...rows, ''].join('\n');
}

/** Long enough ago that the file is complete. */
const writtenAgoMs = 600_000;

/** Writes a file whose time of change lies a while back. Returns its path. */
export async function putStatement(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  const at = new Date(Date.now() - writtenAgoMs);
  await utimes(path, at, at);
  return path;
}
