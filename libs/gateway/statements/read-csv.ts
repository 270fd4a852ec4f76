import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { MappedField } from '#domain/statements/mapping';
import { readRow, type RowTerms } from '#domain/statements/read-row';
import { StatementRefused } from '#domain/statements/statement-refused';
import type { LineCollector } from './collect-lines.js';

/** A cell or a line longer than this is no statement. */
const recordMax = 256 * 1024;

/** Reads CSV (RFC 4180) by a mapping. Throws a StatementRefused that names the line of the file. */
export async function readCsvRows(
  pieces: AsyncIterable<string>,
  terms: RowTerms,
  collector: LineCollector,
): Promise<void> {
  const { delimiter, skipLines } = terms.mapping;
  const parser = parse({
    delimiter: delimiter === 'tab' ? '\t' : delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    from_line: skipLines + 1,
    max_record_size: recordMax,
  });
  // An error of the file ends the parser, too.
  Readable.from(pieces)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let columns: ReadonlyMap<MappedField, number> | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      if (columns === undefined) {
        columns = placesOf(record, terms, info.lines);
        continue;
      }
      const places = columns;
      const cells = (field: MappedField) => {
        const place = places.get(field);
        return place === undefined ? undefined : record[place];
      };
      collector.add(readRow(cells, terms), info.lines);
      if (collector.isFull) await collector.flush();
    }
  } catch (error) {
    if (error instanceof CsvError) throw new StatementRefused(problemOf(error), lineOf(error));
    throw error;
  }
  if (columns === undefined) throw new StatementRefused('the file has no line with the names of its columns');
}

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Where each column of the mapping stands. A column that is missing refuses the file, as does one that is there twice. */
function placesOf(
  names: readonly string[],
  { mapping }: RowTerms,
  line: number,
): ReadonlyMap<MappedField, number> {
  const trimmed = names.map((name) => name.trim());
  const fields = Object.entries(mapping.columns) as [MappedField, string][];
  const missing = fields.filter(([, name]) => !trimmed.includes(name)).map(([, name]) => name);
  if (missing.length > 0) throw new StatementRefused(`there is no column ${missing.join(', ')}`, line);
  const twice = fields.filter(([, name]) => trimmed.indexOf(name) !== trimmed.lastIndexOf(name));
  if (twice.length > 0)
    throw new StatementRefused(`the column ${twice.map(([, name]) => name).join(', ')} is there twice`, line);
  return new Map(fields.map(([field, name]) => [field, trimmed.indexOf(name)]));
}

/** In our words: those of the parser quote the file. */
const problems: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'the line has more or fewer cells than the file has columns',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the line has more or fewer cells than the file has columns',
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell does not end',
  CSV_MAX_RECORD_SIZE: `the line is longer than ${recordMax} characters`,
};

function problemOf({ code }: CsvError): string {
  return problems[code] ?? 'the quotes of the line are not those of a CSV file';
}

function lineOf(error: CsvError): number | undefined {
  const { lines } = error as CsvError & { readonly lines?: unknown };
  return typeof lines === 'number' ? lines : undefined;
}
