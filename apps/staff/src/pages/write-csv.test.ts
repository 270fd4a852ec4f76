import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCsv } from './write-csv.js';

const table = { title: 'Test', columns: { Name: 'name', 'At, when': 'at' }, from: 'nowhere' };

it('writes a line of headings, then the rows, as RFC 4180 has them', () => {
  const at = new Date('2026-11-23T08:00:00.123Z');
  const rows = [
    { Name: 'plain', 'At, when': at },
    { Name: 'with "quotes", a comma\r\nand a line', 'At, when': null },
    { Name: true, 'At, when': 7 },
  ];
  expect(writeCsv(table, rows)).toBe(
    'Name,"At, when"\r\nplain,2026-11-23T08:00:00.123Z\r\n"with ""quotes"", a comma\r\nand a line",\r\nyes,7\r\n',
  );
  expect(writeCsv(table, [])).toBe('Name,"At, when"\r\n');
});

it('leaves numbers as they are, negative ones too', () => {
  expect(writeCsv({ columns: { Amount: 'a' } }, [{ Amount: '-1' }, { Amount: '-10.50' }])).toBe(
    'Amount\r\n-1\r\n-10.50\r\n',
  );
});

it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])(
  'lets no spreadsheet run %j',
  (text) => {
    const [, row = ''] = writeCsv({ ...table, columns: { Name: 'name' } }, [{ Name: text }]).split(
      /(?<=^Name\r\n)/,
    );
    expect(row).toMatch(/^"?'/);
  },
);

it.each([
  'x;=1+1;x',
  "x;=cmd|' /C calc'!A0;x",
  'x\t=1+1',
  'x|@SUM(A1)',
  'x\n=1+1',
  'x\r\n+1',
  'x; -1',
  'x;"=1+1"',
  'x;;;＝1',
  'x;-1;+1',
])('no cell of %j begins a formula, whichever separator a spreadsheet takes', (text) => {
  const written = writeCsv({ ...table, columns: { Name: 'name', Next: 'name' } }, [
    { Name: text, Next: text },
  ]);
  for (const separator of [/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/]) {
    for (const cell of written.split(separator)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  }
});

it('leaves signs alone that no cell begins with', () => {
  const text = 'a-b=c; d@e | f+g';
  expect(writeCsv({ ...table, columns: { Name: 'name' } }, [{ Name: text }])).toBe(`Name\r\n${text}\r\n`);
});

it('gives back what was written, whatever it was', () => {
  const row = fc.record({ Name: fc.string({ unit: 'binary' }), 'At, when': fc.string() });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const read = readCsv(writeCsv(table, rows)).map((line) =>
        line.map((field) => field.replaceAll("'", '')),
      );
      const written = rows.map((one) =>
        [one.Name, one['At, when']].map((field) => field.replaceAll("'", '')),
      );
      expect(read).toEqual([Object.keys(table.columns), ...written]);
    }),
  );
});

/** RFC 4180, read by its grammar. */
function readCsv(text: string): readonly (readonly string[])[] {
  const fields = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  const lines: string[][] = [[]];
  let end = 0;
  for (const [whole, field = '', separator] of text.matchAll(fields)) {
    end += whole.length;
    lines.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (separator === '\r\n') lines.push([]);
  }
  expect(end).toBe(text.length);
  return lines.slice(0, -1);
}
