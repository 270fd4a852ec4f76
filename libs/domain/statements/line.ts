/**
 * What a line of a provider's statement tells (contract §16.2). `chargeback_won` is a chargeback's money that is ours again;
 * `settlement` the payment to our bank; `funding` money that we put in; `other` everything else.
 */
export const lineKinds = [
  'payment',
  'payout',
  'refund',
  'refund_returned',
  'chargeback',
  'chargeback_won',
  'payout_returned',
  'fee',
  'settlement',
  'funding',
  'other',
] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * One line of a provider's statement (contract §16.2), free of personal data. Amounts are decimal strings in major units with
 * all decimals of their currency. `gross` is never negative: whether money comes in or goes out follows from the kind
 * (`directionOf`). A fee or tax that is given back is negative.
 */
export type StatementLine = {
  /** Unique within the MID: the same line has the same key in every file and every answer. */
  readonly lineKey: string;
  readonly kind: LineKind;
  /** The provider's word for a kind that the mapping does not know; `kind` is `other`, and it is a difference of its own. */
  readonly unknownKind?: string;
  /** Our reference towards the provider, if the line has one; else a reference of one word. */
  readonly reference?: string;
  /** The provider's own id of the charge, transfer, refund or case that the line is about. */
  readonly providerId?: string;
  readonly gross: string;
  readonly fee: string;
  readonly tax: string;
  /** What the line adds to the balance or takes from it, by its direction; that of `other` has the sign of the money. */
  readonly net: string;
  readonly currency: string;
  /** What `gross` became in the currency of the account, if the provider converted it. */
  readonly settledAmount?: string;
  readonly settledCurrency?: string;
  /** Units of `settledCurrency` for one unit of `currency`, a decimal string. */
  readonly rate?: string;
  /** `YYYY-MM-DD`, in the time zone of the statement. */
  readonly bookedOn: string;
  /** `YYYY-MM-DD`. */
  readonly valueOn?: string;
  /** The provider's reference of the settlement that the line was paid out with; of a settlement its own. */
  readonly settlement?: string;
};

export type LineDirection = 'in' | 'out';

/** One booked entry of the bank's statement, or one detail of a booked batch (contract §16.2), free of personal data. */
export type BankLine = {
  /** Unique within the account. */
  readonly lineKey: string;
  readonly direction: LineDirection;
  /** Decimal string in major units with all decimals of the currency, never negative. */
  readonly amount: string;
  readonly currency: string;
  readonly bookedOn: string;
  readonly valueOn?: string;
  /** `AcctSvcrRef`: the bank's own reference of the entry; banks reuse them. */
  readonly bankReference?: string;
  /** Words of the remittance information and of the references that can be a reference: whole ones, without names. */
  readonly references: readonly string[];
  /** The entry takes back an earlier one (`RvslInd`); `direction` is that in which money moves now. */
  readonly isReversal: boolean;
};

/** What a statement says of one currency, as signed decimal strings; absent: it names no balance. */
export type StatementBalance = {
  readonly currency: string;
  readonly opening?: string;
  readonly closing?: string;
};

/** What a whole statement says of itself. */
export type StatementHead = {
  /** The MID, or the name of the bank account in the configuration. */
  readonly account: string;
  /** First and last day, both inclusive, `YYYY-MM-DD` in the time zone of the statement. */
  readonly from: string;
  readonly to: string;
  /** One for each currency that the statement has a line or a balance of. */
  readonly balances: readonly StatementBalance[];
  /** Keys are ids of the provider. Without ids the statement covers whole days. */
  readonly hasLineIds: boolean;
  readonly lines: number;
  /** Of the bytes of the file, hexadecimal; absent if it was read through the connector. */
  readonly sha256?: string;
};

/** Takes the lines of a statement in the order of the file, some at a time. What it throws ends the reading. */
export type TakeLines<Line> = (lines: readonly Line[]) => Promise<void>;

/** A statement longer than this is refused (contract §16.2). */
export const linesMax = 5_000_000;

const moneyIn: ReadonlySet<LineKind> = new Set([
  'payment',
  'refund_returned',
  'chargeback_won',
  'payout_returned',
  'funding',
]);

/** Whether a line adds to the balance held by the provider; of `other` its net has the sign. */
export function directionOf({ kind, net }: Pick<StatementLine, 'kind' | 'net'>): LineDirection {
  if (kind === 'other') return net.startsWith('-') ? 'out' : 'in';
  return moneyIn.has(kind) ? 'in' : 'out';
}
