import { describe, expect, it } from 'vitest';
import type { StatementMapping } from '#domain/statements/mapping';
import { readText, refusalOf, type ReadingTerms } from './testing/read-text.js';

/** Goal: a JSON file is read by the same mapping, one line at a time, numbers as written (contract §16.2, C27). */
const mapping: Partial<StatementMapping> = {
  format: 'json',
  currency: 'EUR',
  columns: { id: 'id', kind: 'type', reference: 'charge.reference', gross: 'amount', booked_on: 'day' },
};
const terms: ReadingTerms = { mapping };
const line = (id: string, amount: string) =>
  `{"id":"${id}","type":"payment","charge":{"reference":"or\\"der],[-${id}"},"amount":${amount},"day":"2026-01-05"}`;

describe('a JSON file', () => {
  it.each([
    ['a list', (lines: string) => `[${lines}]`],
    [
      'an object with a list',
      (lines: string) => `{"a":{"lines":[1]},"b":"\\"lines\\":[","lines": [${lines}],"c":[2]}`,
    ],
    ['a list with blanks', (lines: string) => ` \n[ ${lines.replaceAll('},{', ' } , \n {')} ]\n`],
    ['a list after a byte order mark', (lines: string) => `\uFEFF[${lines}]`],
  ])('is %s', async (_, write) => {
    const text = write([line('1', '10.5'), line('2', '"7"')].join(','));
    for (const pieceBytes of [1, 5, 4_096]) {
      const { lines, head } = await readText(text, { ...terms, pieceBytes });
      expect(lines).toMatchObject([
        { lineKey: '1', gross: '10.50', net: '10.50', currency: 'EUR' },
        { lineKey: '2', gross: '7.00' },
      ]);
      expect(head.lines).toBe(2);
    }
  });

  it('keeps every digit of a number (C27: a float would not)', async () => {
    const { lines } = await readText(`[${line('1', '9007199254740993.01')}]`, terms);
    expect(lines[0]?.gross).toBe('9007199254740993.01');
  });

  it('has numbers with a point whatever sign its texts have', async () => {
    const comma: ReadingTerms = { mapping: { ...mapping, decimal: ',', thousands: '.' } };
    const { lines } = await readText(`[${line('1', '10.5')},${line('2', '"1.000,5"')}]`, comma);
    expect(lines.map(({ gross }) => gross)).toEqual(['10.50', '1000.50']);
  });

  it('names period and balances beside its lines', async () => {
    const head = { from: 'from', to: 'to', opening: 'open', closing: 'close', account: 'account' };
    const text = (from: string, account = 'a') =>
      `{"account":"${account}","from":"${from}","to":"2026-01-06T00:00:00Z","open":"1","close":2.5,"lines":[]}`;
    const withHead: ReadingTerms = { mapping: { ...mapping, head }, account: 'a' };
    expect((await readText(text('2026-01-05T00:00:00Z'), withHead)).head).toMatchObject({
      from: '2026-01-05',
      to: '2026-01-05',
      balances: [{ currency: 'EUR', opening: '1.00', closing: '2.50' }],
      lines: 0,
    });
    expect(await refusalOf(text('2026-01-05T00:00:00Z', 'b'), withHead)).toBe(
      'the account is not the declared one',
    );
    expect(await refusalOf(text('2026-01-07T00:00:00Z'), withHead)).toBe(
      'the period of the file cannot be read',
    );
    expect(await refusalOf('{"lines":[]}', withHead)).toMatch(
      /^there is no from, to, open, close, account beside/,
    );
    expect(await refusalOf(text('2026-01-05T00:00:00Z').replace('2.5', '2.555'), withHead)).toMatch(
      /closing balance/,
    );
  });

  it.each([
    ['', 'there is no list of lines'],
    ['{"rows":[]}', 'there is no list of lines'],
    [`[${line('1', '1')}`, 'the list of lines does not end'],
    [`[${line('1', '1')},]`, 'line 2: a line is missing'],
    [`[${line('1', '1')},,${line('2', '1')}]`, 'line 2: this is no JSON'],
    [`[${line('1', '1')}${line('2', '1')}]`, 'line 1: this is no JSON'],
    [`[${line('1', '1e3')}]`, 'line 1: gross is no amount in the declared form'],
    [`[${line('1', '1').replace('"amount"', '"amounts"')}]`, 'line 1: there is no gross'],
    [`[${line('1', '1')}]x`, 'this is no JSON'],
    [`[${line('1', '1')}][]`, 'this is no JSON'],
    [`{"lines":[${line('1', '1')}]`, 'this is no JSON'],
    [`["${'x'.repeat(300_000)}"]`, 'line 1: a line is too long to be one'],
  ])('like %.40s is refused whole', async (text, says) => {
    expect(await refusalOf(text, { ...terms, pieceBytes: 4_096 })).toBe(says);
  });

  it('is told from CSV by its name', async () => {
    expect(await refusalOf(`[${line('1', '1')}]`, { ...terms, name: 'day.csv' })).toMatch(/CSV file$/);
    const csv: ReadingTerms = { mapping: { ...mapping, format: 'csv' }, name: 'DAY.JSON' };
    expect((await readText(`[${line('1', '1')}]`, csv)).lines).toHaveLength(1);
  });
});
