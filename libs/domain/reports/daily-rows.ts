import { fromMinorUnits, signedUnits } from '../values/money.js';
import {
  kindsIn,
  reportColumns,
  type ReportColumn,
  type ReportKind,
  type reportRow,
} from '../wire/report.js';
import type { ValueOf } from '../wire/schema.js';

/** What a row is about: the money of one merchant at one provider, by method, in the currency that moved. */
type RowSubject = { readonly provider: string; readonly method: string; readonly currency: string };

/** Held when the first day began. Signed decimals in major units. */
export type Opening = RowSubject & {
  /** Of everything but fees. */
  readonly beforeFees: string;
  /** What fees took of it, taxes among them. */
  readonly fees: string;
};

/** What moved on one day by entries of one kind. `amount`: a decimal in major units, negative where a fee was given back. */
export type Movement = RowSubject & {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `other`: funding and unexplained money, which are shown to the house alone. */
  readonly kind: ReportKind | 'other';
  readonly amount: string;
  readonly count: number;
};

/** What is on no statement at the end of a day, signed. */
export type Transit = RowSubject & { readonly day: string; readonly amount: string };

/** A row of the daily report (contract §16.6); amounts with all decimals of the currency. */
export type DailyRow = ValueOf<typeof reportRow>;
/** `other`: what was funded and what is unexplained, signed; only of the house. */
export type HouseRow = DailyRow & { readonly other?: string };

export type DaysOfBooks = {
  /** In their order, without a gap. */
  readonly days: readonly string[];
  readonly openings: readonly Opening[];
  readonly movements: readonly Movement[];
  readonly transits: readonly Transit[];
};

const columns = [...new Set(Object.values(reportColumns))];
const columnsIn: ReadonlySet<ReportColumn> = new Set(kindsIn.map((kind) => reportColumns[kind]));

/**
 * The rows of each day, in the order of provider, method and currency. The closing of a day is the opening of the next,
 * also where nothing moved. Without fees a row is as if there were none: what it shows still adds up.
 */
export function rowsOfDays(books: DaysOfBooks, showsFees: boolean): ReadonlyMap<string, readonly HouseRow[]> {
  const openings = new Map(books.openings.map((opening) => [keyOf(opening), opening]));
  const movements = grouped(books.movements);
  const transits = grouped(books.transits);
  const subjects = new Map(
    [...books.openings, ...books.movements].map((subject) => [keyOf(subject), subject]),
  );
  const byDay = new Map<string, HouseRow[]>(books.days.map((day) => [day, []]));
  for (const [key, subject] of [...subjects].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    let held = openingUnits(openings.get(key), showsFees);
    const first = (movements.get(key) ?? []).map(({ day }) => day).toSorted()[0];
    for (const day of books.days) {
      // A subject begins with its first entry.
      if (!openings.has(key) && first !== undefined && day < first) continue;
      const moved = (movements.get(key) ?? []).filter((movement) => movement.day === day);
      const transit = (transits.get(key) ?? []).find((one) => one.day === day)?.amount ?? '0';
      const row = rowOf(subject, { held, moved, transit }, showsFees);
      byDay.get(day)?.push(row.shown);
      held = row.closing;
    }
  }
  return byDay;
}

type Day = { readonly held: bigint; readonly moved: readonly Movement[]; readonly transit: string };

function rowOf(
  { provider, method, currency }: RowSubject,
  { held, moved, transit }: Day,
  showsFees: boolean,
) {
  const shownColumns = columns.filter((column) => showsFees || column !== 'fees');
  const of = (column: ReportColumn) =>
    moved.filter(({ kind }) => kind !== 'other' && reportColumns[kind] === column);
  const others = moved.filter(({ kind }) => kind === 'other');
  const other = others.reduce((sum, { amount }) => sum + signedUnits(amount, currency), 0n);
  const units = (column: ReportColumn) =>
    of(column).reduce((sum, { amount }) => sum + signedUnits(amount, currency), 0n);
  const closing = shownColumns.reduce(
    (sum, column) => (columnsIn.has(column) ? sum + units(column) : sum - units(column)),
    held + other,
  );
  const inFull = (sum: bigint) => fromMinorUnits(sum, currency);
  const sums = Object.fromEntries(shownColumns.map((column) => [column, inFull(units(column))]));
  const counts = Object.fromEntries(
    shownColumns.map((column) => [column, of(column).reduce((sum, { count }) => sum + count, 0)]),
  );
  const shown = {
    provider,
    method,
    currency,
    opening: inFull(held),
    ...sums,
    ...(others.length > 0 && { other: inFull(other) }),
    closing: inFull(closing),
    in_transit: inFull(signedUnits(transit, currency)),
    counts,
  };
  // All columns are there, but fees where they are not shown.
  return { shown: shown as unknown as HouseRow, closing };
}

function openingUnits(opening: Opening | undefined, showsFees: boolean): bigint {
  if (!opening) return 0n;
  const { beforeFees, fees, currency } = opening;
  return signedUnits(beforeFees, currency) - (showsFees ? signedUnits(fees, currency) : 0n);
}

function grouped<Of extends RowSubject>(all: readonly Of[]): ReadonlyMap<string, readonly Of[]> {
  const groups = new Map<string, Of[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function keyOf({ provider, method, currency }: RowSubject): string {
  return [provider, method, currency].join('\n');
}
