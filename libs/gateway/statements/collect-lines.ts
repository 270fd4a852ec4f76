import { fromMinorUnits } from '#domain/values/money';
import { lineProblem } from '#domain/statements/check-line';
import { keyLines } from '#domain/statements/line-key';
import {
  linesMax,
  type StatementBalance,
  type StatementHead,
  type StatementLine,
  type TakeLines,
} from '#domain/statements/line';
import { coveredDays, type StatementPeriod } from '#domain/statements/period';
import type { RowReading, Sums } from '#domain/statements/read-row';
import { StatementRefused } from '#domain/statements/statement-refused';
import { hashText } from './statement-bytes.js';

export type CollectTerms = {
  /** The MID. */
  readonly account: string;
  /** The days that the importer names; those that the file itself names come first. */
  readonly period?: StatementPeriod;
  /** Lines handed over at a time. */
  readonly batch?: number;
  readonly max?: number;
};

const usualBatch = 1_000;

/**
 * Takes the rows of a file one by one, and hands its lines over in batches. Throws a StatementRefused that names the line; then
 * the caller must forget the lines that were handed over before.
 */
export class LineCollector {
  readonly #take: TakeLines<StatementLine>;
  readonly #terms: CollectTerms;
  readonly #keyOf;
  readonly #sums = new Map<string, Record<keyof Sums, bigint>>();
  readonly #balances = new Map<string, { opening?: string; closing?: string }>();
  #waiting: StatementLine[] = [];
  #count = 0;
  #withIds = 0;
  #from = '';
  #to = '';
  #told: StatementPeriod | undefined;

  constructor(terms: CollectTerms, take: TakeLines<StatementLine>) {
    this.#terms = terms;
    this.#take = take;
    this.#keyOf = keyLines(terms.account, hashText);
  }

  /** `number`: the line of the file. */
  add(row: RowReading, number: number): void {
    switch (row.kind) {
      case 'refused':
        throw new StatementRefused(row.reason, number);
      case 'skip':
        return;
      case 'opening':
      case 'closing':
        this.addBalance(row.kind, row.currency, row.balance);
        return;
      case 'total':
        this.#checkTotal(row.currency, row.sums, number);
        return;
      case 'line':
        this.#addLine({ ...row.line, lineKey: this.#keyOf(row.line, row.id) }, number);
        this.#sum(row.line.currency, row.sums);
        if (row.id !== undefined) this.#withIds += 1;
    }
  }

  addBalance(kind: 'opening' | 'closing', currency: string, balance: string): void {
    const balances = this.#balances.get(currency) ?? {};
    // The first row of a day opens it, the last one closes it.
    this.#balances.set(
      currency,
      kind === 'opening' ? { opening: balance, ...balances } : { ...balances, closing: balance },
    );
  }

  /** The days that the file itself names. */
  addPeriod(period: StatementPeriod): void {
    this.#told = period;
  }

  get isFull(): boolean {
    return this.#waiting.length >= (this.#terms.batch ?? usualBatch);
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    await this.#take(lines);
  }

  /** Hands over the remaining lines, and returns the head of the statement. `sha256` of the file. */
  async finish(sha256: string): Promise<StatementHead> {
    await this.flush();
    const hasLineIds = this.#withIds === this.#count;
    const { account } = this.#terms;
    const has = this.#count === 0 ? undefined : { from: this.#from, to: this.#to };
    const { from, to } = coveredDays({ period: this.#told ?? this.#terms.period, has }, hasLineIds);
    return {
      account,
      from,
      to,
      balances: this.#balancesTold(),
      hasLineIds,
      lines: this.#count,
      sha256,
    };
  }

  #addLine(line: StatementLine, number: number): void {
    const problem = lineProblem(line);
    if (problem !== undefined) throw new StatementRefused(problem, number);
    this.#count += 1;
    const max = this.#terms.max ?? linesMax;
    if (this.#count > max) throw new StatementRefused(`the file has more than ${max} lines`, number);
    if (this.#from === '' || line.bookedOn < this.#from) this.#from = line.bookedOn;
    if (line.bookedOn > this.#to) this.#to = line.bookedOn;
    this.#waiting.push(line);
  }

  #sum(currency: string, { gross, fee, tax, net }: Required<Sums>): void {
    const sums = this.#sums.get(currency) ?? { gross: 0n, fee: 0n, tax: 0n, net: 0n };
    sums.gross += gross;
    sums.fee += fee;
    sums.tax += tax;
    sums.net += net;
    this.#sums.set(currency, sums);
  }

  #checkTotal(currency: string, told: Sums, number: number): void {
    const sums = this.#sums.get(currency) ?? { gross: 0n, fee: 0n, tax: 0n, net: 0n };
    for (const name of ['gross', 'fee', 'tax', 'net'] as const) {
      const total = told[name];
      if (total === undefined || total === sums[name]) continue;
      const [there, here] = [total, sums[name]].map((units) => fromMinorUnits(units, currency));
      throw new StatementRefused(`the total of ${name} is ${there}, its lines add up to ${here}`, number);
    }
  }

  #balancesTold(): readonly StatementBalance[] {
    const currencies = new Set([...this.#sums.keys(), ...this.#balances.keys()]);
    return [...currencies].toSorted().map((currency) => ({ currency, ...this.#balances.get(currency) }));
  }
}
