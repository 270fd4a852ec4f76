import { decimalsOf, isCurrency } from '../values/currencies.js';
import { fromMinorUnits } from '../values/money.js';
import { directionOf, type LineDirection, type LineKind, type StatementLine } from './line.js';
import type { MappedField, MappedKind, RowKind, StatementMapping } from './mapping.js';
import { readDay, readDecimal, readMinor } from './read-cell.js';
import { referenceIn } from './references.js';
import { exactUnits } from './signed-amount.js';

/** The cells of a row by what they are read as; undefined where the file has no such column. */
export type Cells = (field: MappedField) => string | undefined;

export type RowTerms = {
  readonly mapping: StatementMapping;
  /** IANA name. */
  readonly timezone: string;
  /** What the file has to name the account; absent: it is not checked. */
  readonly account?: string;
};

export type Sums = Readonly<Partial<Record<'gross' | 'fee' | 'tax' | 'net', bigint>>>;

export type RowReading =
  /** `id`: the provider's own id of the line. `sums`: what it adds to the totals of its currency. */
  | {
      readonly kind: 'line';
      readonly line: Omit<StatementLine, 'lineKey'>;
      readonly sums: Required<Sums>;
      readonly id?: string;
    }
  /** Decimal string. */
  | { readonly kind: 'opening' | 'closing'; readonly currency: string; readonly balance: string }
  /** Minor units. */
  | { readonly kind: 'total'; readonly currency: string; readonly sums: Sums }
  | { readonly kind: 'skip' }
  /** `reason` repeats nothing that the row has. */
  | { readonly kind: 'refused'; readonly reason: string };

/** One row of a file by the declared mapping (contract §16.2). What it means as a line is checked by `lineProblem`. */
export function readRow(cells: Cells, terms: RowTerms): RowReading {
  try {
    return readSound(cells, terms);
  } catch (error) {
    if (error instanceof RowProblem) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

function readSound(cells: Cells, { mapping, timezone, account }: RowTerms): RowReading {
  const word = cells('kind')?.trim() ?? '';
  const mapped = kindOf(word, mapping);
  if (mapped === 'skip') return { kind: 'skip' };
  const accountCell = cells('account')?.replaceAll(' ', '');
  if (account !== undefined && accountCell !== undefined && accountCell !== account)
    throw new RowProblem('the account is not the declared one');
  const currency = currencyOf(cells, mapping);
  const amounts = readAmounts(cells, mapping, currency);
  if (mapped === 'opening' || mapped === 'closing') {
    const balance = amounts.net ?? amounts.gross;
    if (balance === undefined) throw new RowProblem(`the ${mapped} balance has no amount`);
    return { kind: mapped, currency, balance: fromMinorUnits(balance, currency) };
  }
  if (mapped === 'total') return { kind: 'total', currency, sums: amounts };
  const { kind, direction } = directed(mapped ?? 'other', amounts);
  const units = wholeAmounts({ kind, direction, isSigned: amounts.isSigned }, amounts);
  const side = direction === 'in' ? 1n : -1n;
  const show = (value: bigint) => fromMinorUnits(value, currency);
  const id = requiredIfMapped('id', cells, mapping);
  const settlement = wordIn(cells('settlement'));
  const reference = referenceIn(cells('reference') ?? '');
  const providerId = wordIn(cells('provider_id'));
  const own = kind === 'settlement' ? (settlement ?? reference ?? providerId) : settlement;
  return {
    kind: 'line',
    sums: { ...units, gross: side * units.gross, net: side * units.net },
    ...(id !== undefined && { id }),
    line: {
      kind,
      ...(mapped === undefined && { unknownKind: wordIn(word) ?? 'unreadable' }),
      ...(reference !== undefined && { reference }),
      ...(providerId !== undefined && { providerId }),
      gross: show(units.gross),
      fee: show(units.fee),
      tax: show(units.tax),
      net: show(kind === 'other' && direction === 'out' ? -units.net : units.net),
      currency,
      ...readSettled(cells, mapping),
      bookedOn: dayOf(cells('booked_on'), 'booking', mapping, timezone),
      ...(isFilled(cells('value_on')) && { valueOn: dayOf(cells('value_on'), 'value', mapping, timezone) }),
      ...(own !== undefined && { settlement: own }),
    },
  };
}

/** Undefined: a word that the mapping does not know, which is a difference and no reason to refuse the file. */
function kindOf(word: string, { kinds, columns }: StatementMapping): MappedKind | undefined {
  if (columns.kind === undefined) return kinds['*'];
  return Object.hasOwn(kinds, word) ? kinds[word] : kinds['*'];
}

function currencyOf(cells: Cells, { currency: common, currencies }: StatementMapping): string {
  const currency = cells('currency')?.trim() ?? common ?? '';
  if (!isCurrency(currency)) throw new RowProblem('the currency is no ISO 4217 code');
  if (currencies !== undefined && !currencies.includes(currency))
    throw new RowProblem('the currency is not the declared one');
  return currency;
}

type ReadAmounts = Sums & { readonly isSigned: boolean };

/** As the file signs them, but fees and taxes that are taken are positive. */
function readAmounts(cells: Cells, mapping: StatementMapping, currency: string): ReadAmounts {
  const read = (field: MappedField) => readUnits(cells(field), field, mapping, currency);
  const taken = (units: bigint | undefined) =>
    units !== undefined && mapping.fees === 'negative' ? -units : units;
  const inward = read('in');
  const outward = read('out');
  const hasSides = inward !== undefined || outward !== undefined;
  const gross = hasSides ? magnitude(inward) - magnitude(outward) : read('gross');
  const [fee, tax, net] = [taken(read('fee')), taken(read('tax')), read('net')];
  return {
    isSigned: hasSides || mapping.money === 'signed',
    ...(gross !== undefined && { gross }),
    ...(fee !== undefined && { fee }),
    ...(tax !== undefined && { tax }),
    ...(net !== undefined && { net }),
  };
}

function readUnits(
  cell: string | undefined,
  field: MappedField,
  mapping: StatementMapping,
  currency: string,
): bigint | undefined {
  if (!isFilled(cell)) return undefined;
  const amount =
    mapping.units === 'minor' ? readMinor(cell, decimalsOf(currency) ?? 0) : readDecimal(cell, mapping);
  if (amount === undefined) throw new RowProblem(`${field} is no amount in the declared form`);
  try {
    return exactUnits(amount, currency);
  } catch {
    throw new RowProblem(`${field} is finer than the minor unit of ${currency}`);
  }
}

/** A word that means two kinds means one by the direction in which the money moved. */
function directed(
  mapped: Exclude<MappedKind, RowKind>,
  { gross, net }: ReadAmounts,
): { readonly kind: LineKind; readonly direction: LineDirection } {
  const direction: LineDirection = (gross || net || 0n) < 0n ? 'out' : 'in';
  if (typeof mapped === 'object') return { kind: mapped[direction], direction };
  if (mapped === 'other') return { kind: 'other', direction };
  return { kind: mapped, direction: directionOf({ kind: mapped, net: '' }) };
}

/** What the file leaves out follows from the rest; signs are ours from here on. */
function wholeAmounts(
  {
    kind,
    direction,
    isSigned,
  }: { readonly kind: LineKind; readonly direction: LineDirection; readonly isSigned: boolean },
  { gross: grossRead, fee: feeRead, tax = 0n, net: netRead }: ReadAmounts,
): Readonly<Record<'gross' | 'fee' | 'tax' | 'net', bigint>> {
  const turned = direction === 'out' && (isSigned || kind === 'other');
  const own = (units: bigint | undefined) => (units !== undefined && turned ? -units : units);
  const gross = own(grossRead);
  const net = own(netRead);
  const side = direction === 'in' ? 1n : -1n;
  const fee = feeRead ?? (gross !== undefined && net !== undefined ? (gross - net) * side - tax : 0n);
  const given = gross ?? (net === undefined ? undefined : net + (fee + tax) * side);
  if (given === undefined) throw new RowProblem('the line has neither gross nor net');
  if (given < 0n) throw new RowProblem(`the sign of the amount is not that of a ${kind}`);
  return { gross: given, fee, tax, net: net ?? given - (fee + tax) * side };
}

function readSettled(
  cells: Cells,
  mapping: StatementMapping,
): Pick<StatementLine, 'settledAmount' | 'settledCurrency' | 'rate'> {
  const [amount, currency = '', rate] = [cells('settled_amount'), cells('settled_currency'), cells('rate')];
  const rateRead = isFilled(rate) ? readDecimal(rate, mapping) : undefined;
  if (isFilled(rate) && rateRead === undefined)
    throw new RowProblem('rate is no number in the declared form');
  const withRate = rateRead === undefined ? {} : { rate: rateRead };
  if (!isFilled(amount)) return withRate;
  if (!isCurrency(currency.trim())) throw new RowProblem('the settled currency is no ISO 4217 code');
  const units = readUnits(amount, 'settled_amount', mapping, currency.trim()) ?? 0n;
  return {
    settledAmount: fromMinorUnits(magnitude(units), currency.trim()),
    settledCurrency: currency.trim(),
    ...withRate,
  };
}

function dayOf(cell: string | undefined, name: string, mapping: StatementMapping, timezone: string): string {
  const day = readDay(cell ?? '', mapping, timezone);
  if (day === undefined) throw new RowProblem(`the ${name} day is not in the declared form`);
  return day;
}

function requiredIfMapped(
  field: MappedField,
  cells: Cells,
  { columns }: StatementMapping,
): string | undefined {
  if (columns[field] === undefined) return undefined;
  const cell = cells(field)?.trim() ?? '';
  if (cell === '') throw new RowProblem(`the line has no ${field}`);
  return cell;
}

/** One word: a text of several may name a person, and is dropped. */
function wordIn(cell: string | undefined): string | undefined {
  const word = cell?.trim() ?? '';
  return /^[\w.:/-]{1,128}$/.test(word) ? word : undefined;
}

function isFilled(cell: string | undefined): cell is string {
  return cell !== undefined && cell.trim() !== '';
}

function magnitude(units = 0n): bigint {
  return units < 0n ? -units : units;
}

class RowProblem extends Error {}
