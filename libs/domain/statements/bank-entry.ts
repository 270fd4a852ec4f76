import type { BankLine, LineDirection } from './line.js';
import { referenceWords } from './references.js';
import { unitsOf } from './signed-amount.js';

/** An amount of a bank's statement, as it is written. */
export type BankAmount = { readonly amount: string; readonly currency: string };

/** One detail of a batch (`TxDtls`). */
export type EntryDetail = {
  /** Absent: the bank does not tell it. */
  readonly money?: BankAmount;
  /** Absent: that of the entry. */
  readonly direction?: LineDirection;
  readonly bankReference?: string;
  /** Remittance information and references, which are dropped but for words that can be references. */
  readonly texts: readonly string[];
};

/** A booked entry of a bank's statement (`Ntry`). */
export type BankEntry = {
  readonly money: BankAmount;
  /** In which money moves now, also for a reversal (`RvslInd`): then the entry that is taken back had the other one. */
  readonly direction: LineDirection;
  readonly isReversal: boolean;
  readonly bookedOn: string;
  readonly valueOn?: string;
  readonly bankReference?: string;
  readonly texts: readonly string[];
  readonly details: readonly EntryDetail[];
};

/**
 * The lines of an entry: its details where their amounts add up to it, else the entry as a whole with the references of all of
 * them (contract §16.2).
 */
export function linesOfEntry(entry: BankEntry): readonly Omit<BankLine, 'lineKey'>[] {
  const { details, texts } = entry;
  if (details.length === 0 || !addUp(entry)) {
    const all = [...texts, ...details.flatMap((detail) => detail.texts)];
    return [lineOf(entry, entry.money, { texts: all })];
  }
  const own = details.length === 1 ? texts : [];
  return details.map(({ money = entry.money, ...detail }) =>
    lineOf(entry, money, { ...detail, texts: [...own, ...detail.texts] }),
  );
}

/** A detail without an amount, or with one that is finer than the minor unit, adds up to nothing. */
function addUp({ money, direction, details }: BankEntry): boolean {
  let sum = 0n;
  for (const detail of details) {
    const { amount = '', currency } = detail.money ?? {};
    const units = currency === money.currency ? unitsOf(amount, currency) : undefined;
    if (units === undefined) return false;
    sum += (detail.direction ?? direction) === direction ? units : -units;
  }
  return sum === unitsOf(money.amount, money.currency);
}

function lineOf(
  entry: BankEntry,
  { amount, currency }: BankAmount,
  { direction = entry.direction, bankReference = entry.bankReference, texts }: EntryDetail,
): Omit<BankLine, 'lineKey'> {
  const { bookedOn, valueOn, isReversal } = entry;
  return {
    direction,
    amount,
    currency,
    bookedOn,
    ...(valueOn !== undefined && { valueOn }),
    ...(bankReference !== undefined && { bankReference }),
    references: referenceWords(texts),
    isReversal,
  };
}
