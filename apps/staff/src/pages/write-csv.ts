import type { StaffRow, StaffTable } from '#persistence/staff/staff-table';
import { textOf } from './text-of.js';

/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;
/** The same behind what separates cells where the list separator is no comma, as in most of Europe and Latin America. */
const formulaWithin = /([;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * RFC 4180, with a line of headings. What would be a formula begins with an apostrophe, which spreadsheets show as text;
 * so does what would be one in a cell that another separator makes of the rest of a field.
 */
export function writeCsv({ columns }: Pick<StaffTable, 'columns'>, rows: readonly StaffRow[]): string {
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => headings.map((heading) => textOf(row[heading])))];
  return lines.map((line) => `${line.map(writeField).join(',')}\r\n`).join('');
}

function writeField(text: string): string {
  const within = text.replaceAll(formulaWithin, "$1'");
  const harmless = formula.test(within) && !number.test(text) ? `'${within}` : within;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
