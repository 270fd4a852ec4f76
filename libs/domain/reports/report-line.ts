import { writeCsvLine } from '../values/csv.js';
import { writeInFull } from '../values/money.js';
import { reportLineColumns, type reportLine, type ReportKind } from '../wire/report.js';
import type { ValueOf } from '../wire/schema.js';

/** An entry of what a provider holds, with what it follows from. */
export type ReportedEntry = {
  readonly id: string;
  readonly postedAt: Date;
  readonly kind: ReportKind;
  /** Null: it belongs to no transaction. */
  readonly identifier: string | null;
  readonly reference: string | null;
  readonly provider: string;
  readonly method: string;
  readonly currency: string;
  /** Major units, in the direction of the kind; negative: it takes back an earlier one. */
  readonly amount: string;
  readonly settlement: string | null;
  /** The closed month, `YYYY-MM`, that its line came too late for; null: it came in time, or the entry is of no line. */
  readonly lateFor: string | null;
};

/** The line of a report (contract §16.6). A fee moves nothing but itself; no other line has one, because fees are lines of their own. */
export function describeLine(entry: ReportedEntry, showsFees: boolean): ValueOf<typeof reportLine> {
  const { id, postedAt, kind, identifier, reference, provider, method, currency, settlement, lateFor } =
    entry;
  const isFee = kind === 'fee' || kind === 'tax';
  const moved = writeInFull(entry.amount, currency);
  const none = writeInFull('0', currency);
  return {
    line_id: id,
    date: postedAt.toISOString(),
    kind,
    identifier,
    reference,
    provider,
    method,
    currency,
    gross: isFee ? none : moved,
    fee: showsFees ? (isFee ? moved : none) : undefined,
    net: moved,
    settlement,
    entry_id: id,
    late_for: lateFor,
  };
}

/** The heading of the CSV of lines. */
export function headOfLines(showsFees: boolean): string {
  return writeCsvLine(columnsOf(showsFees));
}

/** The CSV of these lines, without a heading. */
export function csvOfLines(entries: readonly ReportedEntry[], showsFees: boolean): string {
  const columns = columnsOf(showsFees);
  return entries
    .map((entry) => describeLine(entry, showsFees))
    .map((line) => writeCsvLine(columns.map((column) => line[column] ?? null)))
    .join('');
}

function columnsOf(showsFees: boolean) {
  return reportLineColumns.filter((column) => showsFees || column !== 'fee');
}
