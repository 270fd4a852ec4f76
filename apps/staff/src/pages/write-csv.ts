import { writeCsvLine } from '#domain/values/csv';
import type { StaffRow, StaffTable } from '#persistence/staff/staff-table';
import { textOf } from './text-of.js';

/** What else some spreadsheets take for the beginning of a formula. */
const formulaToo = /^[\n＝＋－＠]/;
/** A formula behind what separates cells where the list separator is no comma, as in most of Europe and Latin America. */
const formulaWithin = /([;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * A line of headings, then the rows. Beyond `writeCsvLine`, an apostrophe also stands before a formula in a cell that
 * another separator would make of the rest of a field.
 */
export function writeCsv({ columns }: Pick<StaffTable, 'columns'>, rows: readonly StaffRow[]): string {
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => headings.map((heading) => textOf(row[heading])))];
  return lines.map((line) => writeCsvLine(line.map(disarm))).join('');
}

function disarm(text: string): string {
  const within = text.replaceAll(formulaWithin, "$1'");
  return formulaToo.test(within) ? `'${within}` : within;
}
