import type { MidStatementTerms } from '#domain/configuration/statement-terms';
import type { StatementHead, StatementLine, TakeLines } from '#domain/statements/line';
import type { StatementPeriod } from '#domain/statements/period';
import { LineCollector, type CollectTerms } from './collect-lines.js';
import { readCsvRows } from './read-csv.js';
import { readJsonRows } from './read-json.js';
import { textOf, type Bytes } from './statement-bytes.js';

/** A file of statements of a MID. */
export type MappedFile = Pick<CollectTerms, 'batch' | 'max'> & {
  readonly mid: string;
  /** A name that ends in `.csv` or `.json` says how it is written; else the mapping does. */
  readonly name?: string;
  readonly bytes: Bytes;
  /** The days that the importer names; those that the file itself names come first. */
  readonly period?: StatementPeriod;
};

/**
 * Reads a file by the MID's declared mapping (contract §16.2), in constant memory, apart from the counts of equal lines. Throws
 * a StatementRefused that names the line if anything in the file is not as declared: the file is refused whole, and the caller
 * must forget the lines that `take` has received.
 */
export async function readMappedFile(
  { mid, name = '', bytes, ...terms }: MappedFile,
  { mapping, timezone, account }: Pick<MidStatementTerms, 'mapping' | 'timezone' | 'account'>,
  take: TakeLines<StatementLine>,
): Promise<StatementHead> {
  const collector = new LineCollector({ account: mid, ...terms }, take);
  const text = textOf(bytes, mapping.encoding);
  const rowTerms = { mapping, timezone, ...(account !== undefined && { account }) };
  const ending = /\.(csv|json)$/i.exec(name)?.[1]?.toLowerCase() ?? mapping.format;
  const read = ending === 'json' ? readJsonRows : readCsvRows;
  await read(text.pieces, rowTerms, collector);
  return await collector.finish(text.sha256());
}
