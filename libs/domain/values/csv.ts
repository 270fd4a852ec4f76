/** What a spreadsheet takes for the beginning of a formula; tab and CR may stand before it. */
const formula = /^[=+\-@\t\r]/;
const number = /^-?\d+(?:\.\d+)?$/;

/**
 * One line of RFC 4180, with its end. A text that begins as a formula gets a leading apostrophe, which spreadsheets show as
 * text; a number never does. Null is empty.
 */
export function writeCsvLine(values: readonly (string | null)[]): string {
  return `${values.map((value) => (value === null ? '' : writeField(value))).join(',')}\r\n`;
}

function writeField(text: string): string {
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
