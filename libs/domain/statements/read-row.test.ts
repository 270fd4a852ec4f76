import { describe, expect, it } from 'vitest';
import { usualMapping, type MappedField, type StatementMapping } from './mapping.js';
import { readDay, readDecimal } from './read-cell.js';
import { readRow } from './read-row.js';

/** Goal: a row means what the mapping says, with our signs, and exactly (contract §16.2, C19, C20, C27). */
const names: readonly MappedField[] = [
  'kind',
  'gross',
  'fee',
  'tax',
  'net',
  'booked_on',
  'currency',
  'settled_amount',
  'settled_currency',
  'rate',
  'settlement',
];
const mapping: StatementMapping = {
  ...usualMapping,
  columns: Object.fromEntries(names.map((name) => [name, name])),
  kinds: {
    pay: 'payment',
    back: 'refund',
    out: 'settlement',
    cost: 'fee',
    rest: 'other',
    move: { in: 'funding', out: 'settlement' },
  },
};

function read(cells: Partial<Record<MappedField, string>>, change: Partial<StatementMapping> = {}) {
  const row = { booked_on: '2026-01-05', currency: 'EUR', ...cells };
  const reading = readRow((field) => row[field], { mapping: { ...mapping, ...change }, timezone: 'UTC' });
  if (reading.kind === 'refused') return reading.reason;
  return reading.kind === 'line' ? reading.line : reading;
}

describe('a row', () => {
  it.each([
    [
      { kind: 'pay', gross: '10', fee: '0.39' },
      { gross: '10.00', fee: '0.39', net: '9.61' },
    ],
    [
      { kind: 'pay', net: '9.61', fee: '0.39' },
      { gross: '10.00', net: '9.61' },
    ],
    [{ kind: 'pay', gross: '10', net: '9.61' }, { fee: '0.39' }],
    [
      { kind: 'pay', gross: '10', fee: '0.30', tax: '0.09' },
      { tax: '0.09', net: '9.61' },
    ],
    [
      { kind: 'back', gross: '10', fee: '0.39' },
      { gross: '10.00', net: '10.39' },
    ],
    [{ kind: 'back', gross: '10', net: '9.61' }, { fee: '-0.39' }],
    [
      { kind: 'cost', fee: '5', gross: '0' },
      { kind: 'fee', gross: '0.00', net: '5.00' },
    ],
    [
      { kind: 'rest', net: '-3' },
      { kind: 'other', gross: '3.00', net: '-3.00' },
    ],
    [
      { kind: 'out', gross: '10', settlement: 's-1' },
      { settlement: 's-1', net: '10.00' },
    ],
  ])('%j by kind is %j', (cells, line) => {
    expect(read(cells)).toMatchObject(line);
  });

  it.each([
    [
      { kind: 'back', gross: '-10', fee: '-0.39' },
      { gross: '10.00', fee: '0.39', net: '10.39' },
    ],
    [
      { kind: 'move', gross: '-10' },
      { kind: 'settlement', gross: '10.00' },
    ],
    [
      { kind: 'move', gross: '10' },
      { kind: 'funding', gross: '10.00' },
    ],
  ])('%j with signs is %j', (cells, line) => {
    expect(read(cells, { money: 'signed', fees: 'negative' })).toMatchObject(line);
  });

  it('whose sign is not that of its kind is refused', () => {
    const says = 'the sign of the amount is not that of a payment';
    expect(read({ kind: 'pay', gross: '-10' }, { money: 'signed' })).toBe(says);
  });

  it('has columns for money in and money out', () => {
    const columns = { kind: 'kind', in: 'in', out: 'out', booked_on: 'booked_on', currency: 'currency' };
    expect(read({ kind: 'move', in: '10', out: '' }, { columns })).toMatchObject({ kind: 'funding' });
    expect(read({ kind: 'move', in: '', out: '10' }, { columns })).toMatchObject({
      kind: 'settlement',
      gross: '10.00',
    });
  });

  it('was converted, to the unit (C20)', () => {
    const cells = {
      kind: 'pay',
      gross: '10',
      settled_amount: '11.05',
      settled_currency: 'USD',
      rate: '1.105',
    };
    expect(read(cells)).toMatchObject({ settledAmount: '11.05', settledCurrency: 'USD', rate: '1.105' });
    expect(
      read({ ...cells, kind: 'back', settled_amount: '-11.05', gross: '-10' }, { money: 'signed' }),
    ).toMatchObject({
      settledAmount: '11.05',
    });
    expect(read({ ...cells, rate: 'x' })).toMatch(/^rate/);
    expect(read({ ...cells, settled_currency: '' })).toMatch(/^the settled currency/);
  });

  it('counts minor units', () => {
    expect(read({ kind: 'pay', gross: '1000', fee: '39' }, { units: 'minor' })).toMatchObject({
      gross: '10.00',
      net: '9.61',
    });
    expect(read({ kind: 'pay', gross: '10.00' }, { units: 'minor' })).toMatch(/^gross is no amount/);
  });

  it('without an amount is refused, and a skipped one is ignored', () => {
    expect(read({ kind: 'pay' })).toBe('the line has neither gross nor net');
    expect(read({ kind: 'x' }, { kinds: { x: 'skip' } })).toEqual({ kind: 'skip' });
    expect(read({ kind: 'x' }, { kinds: { x: 'opening' } })).toBe('the opening balance has no amount');
  });
});

it.each([
  ['1.234,50', { decimal: ',', thousands: '.' }, '1234.50'],
  ["1'234.5", { decimal: '.', thousands: "'" }, '1234.5'],
  ['1\u00A0234,5', { decimal: ',', thousands: ' ' }, '1234.5'],
  ['-0007', { decimal: '.' }, '-7'],
  ['+1', { decimal: '.' }, '1'],
  ['1.234', { decimal: ',', thousands: '.' }, '1234'],
  ['12.34', { decimal: ',', thousands: '.' }, undefined],
  ['1,234', { decimal: '.' }, undefined],
  ['1e3', { decimal: '.' }, undefined],
  ['(5.00)', { decimal: '.' }, undefined],
  ['', { decimal: '.' }, undefined],
] as const)('%j with %j is %j', (text, signs, amount) => {
  expect(readDecimal(text, signs)).toBe(amount);
});

it.each([
  ['2026-01-05', 'YYYY-MM-DD', '2026-01-05'],
  ['2026-01-05 23:59:59', 'YYYY-MM-DD', '2026-01-05'],
  ['05.01.2026', 'DD.MM.YYYY', '2026-01-05'],
  ['05/01/2026', 'DD/MM/YYYY', '2026-01-05'],
  ['05/01/2026', 'MM/DD/YYYY', '2026-05-01'],
  ['20260105', 'YYYYMMDD', '2026-01-05'],
  ['2026-01-05T23:30:00-03:00', 'instant', '2026-01-06'],
  ['2026-01-05T23:30:00', 'instant', undefined],
  ['2026-01-05T23:30:00Z', 'YYYY-MM-DD', undefined],
  ['31/02/2026', 'DD/MM/YYYY', undefined],
] as const)('%j as %s is %j', (text, dates, day) => {
  expect(readDay(text, { dates }, 'UTC')).toBe(day);
});
