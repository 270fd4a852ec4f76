import type { BankAmount } from '#domain/statements/bank-entry';
import type { LineDirection } from '#domain/statements/line';
import { exactUnits } from '#domain/statements/signed-amount';
import { signedUnits } from '#domain/values/money';

type Totals = { entries: number; in: bigint; out: bigint; entriesIn: number; entriesOut: number };
const nothing = (): Totals => ({ entries: 0, in: 0n, out: 0n, entriesIn: 0, entriesOut: 0 });

/** The totals that a bank puts before its entries (`TxsSummry`), held against them. Some banks count entries that are not booked. */
export class CamtSummary {
  readonly #told = new Map<string, string>();
  readonly #booked = nothing();
  readonly #all = nothing();
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  tell(path: string, text: string): void {
    if (Object.hasOwn(totals, path)) this.#told.set(path, text);
  }

  count(money: BankAmount, direction: LineDirection, isBooked: boolean): void {
    const units = signedUnits(money.amount, money.currency);
    for (const sums of isBooked ? [this.#all, this.#booked] : [this.#all]) {
      sums.entries += 1;
      sums[direction] += units;
      sums[direction === 'in' ? 'entriesIn' : 'entriesOut'] += 1;
    }
  }

  problem(): string | undefined {
    const told = [...this.#told];
    const holds = (sums: Totals) => told.every(([path, text]) => this.#isSame(text, totals[path]?.(sums)));
    return holds(this.#booked) || holds(this.#all)
      ? undefined
      : 'the totals of the statement are not those of its entries';
  }

  #isSame(text: string, total: bigint | number | undefined): boolean {
    try {
      if (typeof total !== 'bigint') return Number(text) === total;
      return exactUnits(text, this.#currency) === total;
    } catch {
      return false;
    }
  }
}

const totals: Readonly<Record<string, (sums: Totals) => bigint | number>> = {
  'TtlNtries/NbOfNtries': ({ entries }) => entries,
  'TtlCdtNtries/NbOfNtries': ({ entriesIn }) => entriesIn,
  'TtlCdtNtries/Sum': (sums) => sums.in,
  'TtlDbtNtries/NbOfNtries': ({ entriesOut }) => entriesOut,
  'TtlDbtNtries/Sum': (sums) => sums.out,
};
