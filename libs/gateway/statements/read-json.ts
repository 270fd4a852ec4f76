import { isLosslessNumber, parse } from 'lossless-json';
import type { headFields, MappedField, StatementMapping } from '#domain/statements/mapping';
import { readPeriod } from '#domain/statements/period';
import { readDecimal } from '#domain/statements/read-cell';
import { readRow, type RowTerms } from '#domain/statements/read-row';
import { canonicalAmount } from '#domain/statements/signed-amount';
import { StatementRefused } from '#domain/statements/statement-refused';
import type { LineCollector } from './collect-lines.js';
import { ListSplitter } from './split-list.js';

/**
 * Reads JSON by a mapping, line by line; numbers are read as they are written, never as floats. Throws a StatementRefused that names
 * the line, the first of the list being 1.
 */
export async function readJsonRows(
  pieces: AsyncIterable<string>,
  terms: RowTerms,
  collector: LineCollector,
): Promise<void> {
  const splitter = new ListSplitter(terms.mapping.list);
  let number = 0;
  for await (const piece of pieces) {
    for (const text of splitter.add(piece)) {
      number += 1;
      const element = parseStrictly(text, number);
      const missing = amountFields.filter((field) => isMissing(element, terms.mapping.columns[field]));
      if (missing.length > 0) throw new StatementRefused(`there is no ${missing.join(', ')}`, number);
      collector.add(readRow(cellsOf(element, terms.mapping), terms), number);
      if (collector.isFull) await collector.flush();
    }
  }
  readHead(parseStrictly(splitter.finish()), terms, collector);
}

/** Members that must be there: a missing amount would pass for no amount, which is written as `null`. */
const amountFields = ['gross', 'fee', 'tax', 'net'] as const;

function cellsOf(element: unknown, mapping: StatementMapping): (field: MappedField) => string | undefined {
  return (field) => cellAt(element, mapping.columns[field], mapping);
}

function cellAt(
  element: unknown,
  path: string | undefined,
  { decimal }: StatementMapping,
): string | undefined {
  const value = path === undefined ? undefined : valueAt(element, path);
  // A number of JSON has a point, whatever sign the texts of the file have.
  if (isLosslessNumber(value)) return value.value.replace('.', decimal);
  return typeof value === 'string' ? value : undefined;
}

function isMissing(element: unknown, path: string | undefined): boolean {
  return path !== undefined && valueAt(element, path) === undefined;
}

function valueAt(element: unknown, path: string): unknown {
  let value = element;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

type HeadField = (typeof headFields)[number];

function readHead(head: unknown, { mapping, timezone, account }: RowTerms, collector: LineCollector): void {
  const told = (field: HeadField) => cellAt(head, mapping.head?.[field], mapping);
  const declared = Object.entries(mapping.head ?? {});
  const missing = declared.filter(([, name]) => isMissing(head, name)).map(([, name]) => name);
  if (missing.length > 0) throw new StatementRefused(`there is no ${missing.join(', ')} beside the lines`);
  if (account !== undefined && mapping.head?.account !== undefined && told('account') !== account)
    throw new StatementRefused('the account is not the declared one');
  const [from, to] = [told('from'), told('to')];
  if (from !== undefined && to !== undefined) {
    const period = readPeriod(from, to, timezone);
    if (!period) throw new StatementRefused('the period of the file cannot be read');
    collector.addPeriod(period);
  }
  for (const kind of ['opening', 'closing'] as const) {
    const text = told(kind);
    if (text === undefined || mapping.currency === undefined) continue;
    collector.addBalance(kind, mapping.currency, balanceIn(text, kind, mapping.currency, mapping));
  }
}

function balanceIn(text: string, kind: string, currency: string, mapping: StatementMapping): string {
  const balance = readDecimal(text, mapping);
  try {
    if (balance !== undefined) return canonicalAmount(balance, currency);
  } catch {
    // Finer than the minor unit.
  }
  throw new StatementRefused(`the ${kind} balance is no amount in the declared form`);
}

function parseStrictly(text: string, number?: number): unknown {
  try {
    return parse(text);
  } catch {
    throw new StatementRefused('this is no JSON', number);
  }
}
