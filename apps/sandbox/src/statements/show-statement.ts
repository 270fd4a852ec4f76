import { inward, strangeWord, type Line } from './account-lines.js';
import { showUnits } from './line-amounts.js';

/** A statement of an account: its lines in a period, and its balances. */
export type AccountStatement = {
  readonly lines: readonly Line[];
  readonly balances: readonly { readonly iso: string; readonly opening: bigint; readonly closing: bigint }[];
};

/** `isOff`: an opening balance is not the closing balance of the statement before. */
export function statementOf(
  all: readonly Line[],
  { from, to }: { readonly from: Date; readonly to: Date },
  isOff: boolean,
): AccountStatement {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const lines = all.filter(({ at }) => at >= start && at < end);
  const currencies = [...new Set(all.filter(({ at }) => at < end).map(({ iso }) => iso))].toSorted();
  const sum = (some: readonly Line[], iso: string) =>
    some.filter((line) => line.iso === iso).reduce((total, { net }) => total + net, 0n);
  const before = all.filter(({ at }) => at < start);
  const balances = currencies.map((iso, index) => {
    const opening = sum(before, iso);
    const told = isOff && index === 0 ? opening + 10_000n : opening;
    return { iso, opening: told, closing: opening + sum(lines, iso) };
  });
  return { lines, balances };
}

/** The columns of a statement (contract §16.2), as the provider writes them. */
export function showLine(line: Line, timezone: string): Record<string, string> {
  const { key, kind, reference = '', providerId, units, fee, net, iso, at, settlement = '' } = line;
  const day = dayIn(at, timezone);
  // An unknown word does not say in which direction the money goes: the sign does.
  const told = inward.has(kind) || kind === strangeWord ? net : -net;
  return {
    line_key: key,
    kind,
    reference,
    provider_id: providerId,
    gross: showUnits(units, iso),
    fee: showUnits(fee, iso),
    tax: showUnits(0n, iso),
    net: showUnits(told, iso),
    currency: iso,
    settled_amount: '',
    settled_currency: '',
    rate: '',
    booked_on: day,
    value_on: day,
    settlement,
  };
}

export function showBalances({ balances }: AccountStatement): readonly Record<string, string>[] {
  return balances.map(({ iso, opening, closing }) => ({
    currency: iso,
    opening: showUnits(opening, iso),
    closing: showUnits(closing, iso),
  }));
}

/** RFC 4180; balances are rows of their own, before the lines and after them. */
export function writeCsv(statement: AccountStatement, timezone: string, { from, to }: Days): string {
  const rows = statement.lines.map((line) => showLine(line, timezone));
  const balances = showBalances(statement);
  const opening = balances.map((one) => ({
    kind: 'opening',
    net: one.opening,
    currency: one.currency,
    booked_on: from,
  }));
  const closing = balances.map((one) => ({
    kind: 'closing',
    net: one.closing,
    currency: one.currency,
    booked_on: to,
  }));
  const all: readonly Readonly<Record<string, string | undefined>>[] = [...opening, ...rows, ...closing];
  const written = all.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return [columns.join(','), ...written, ''].join('\r\n');
}

type Days = { readonly from: string; readonly to: string };

const columns = [
  'line_key',
  'kind',
  'reference',
  'provider_id',
  'gross',
  'fee',
  'tax',
  'net',
  'currency',
  'settled_amount',
  'settled_currency',
  'rate',
  'booked_on',
  'value_on',
  'settlement',
];

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The day in a time zone (IANA name), `YYYY-MM-DD`. */
export function dayIn(at: string, timezone: string): string {
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  calendars.set(timezone, calendar);
  return calendar.format(new Date(at));
}

/** Made once for each time zone. */
const calendars = new Map<string, Intl.DateTimeFormat>();
