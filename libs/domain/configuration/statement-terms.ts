import type { StatementMapping } from '../statements/mapping.js';

/** `provider`: asked daily through the connector; `file`: a person imports it; `folder`: the worker looks for files. */
export const statementSources = ['provider', 'file', 'folder'] as const;
type StatementSource = (typeof statementSources)[number];

/** Where the statements of a MID or a bank account come from (contract §16.2). */
export type StatementTerms = {
  readonly source: StatementSource;
  /** `HH:MM` in the time zone: when the day before is asked for, or files are looked for. */
  readonly at: string;
  /** IANA name: the days of the statement are days there. */
  readonly timezone: string;
  /** With `source: folder`: absolute path of the folder. */
  readonly folder?: string;
  /** The name of the account in the file; a line of another account is refused. Absent: it is not checked. */
  readonly account?: string;
};

/** Statements of a MID, whose files are read by a declared mapping. */
export type MidStatementTerms = StatementTerms & { readonly mapping: StatementMapping };

/** An account at a bank that receives settlements; its files are CAMT.053. */
export type BankAccount = {
  readonly currency: string;
  /** IBAN or another number, as the file has it, without blanks. Absent: it is not checked. */
  readonly account?: string;
  /** `provider` is no source of a bank. */
  readonly statement: StatementTerms;
};

/** What a provider takes for one line (contract §16.3), in the currency of the line; decimal strings. */
type FeeTerms = {
  /** Of `gross`; `1.4` is 1.4 %. */
  readonly percent: string;
  readonly fixed: string;
  readonly least?: string;
  readonly most?: string;
};

/** Expected fees of a MID by method code; `all`: the others. A method without any is not checked. */
export type Fees = Readonly<Record<string, FeeTerms>>;

/** Lines of others who use the account: `count` posts them as unexplained, `ignore` leaves them out of both sides. */
export const strangerRules = ['count', 'ignore'] as const;
export type StrangerRule = (typeof strangerRules)[number];

/** How the lines of a MID are read and judged. */
export type ReconciliationTerms = {
  /** Absent: the MID has no statements, and nothing of it is missing on one. */
  readonly statement?: MidStatementTerms;
  /** Absent: fees are not checked. */
  readonly fees?: Fees;
  /** Minor units; absent: `usualFeeTolerance`. */
  readonly feeTolerance?: number;
  /** Absent: `count`. */
  readonly strangers?: StrangerRule;
};

/** Reports of a project (contract §16.6). */
export type ReportTerms = {
  /** IANA name: the day of a report is a day there. */
  readonly timezone: string;
  /** Reports show `fees`. */
  readonly fees: boolean;
};

export const usualReports: ReportTerms = { timezone: 'UTC', fees: false };

/** Business days between a settlement and its arrival at the bank within which equal amounts are a pair. */
export const usualBankDays = 3;

/** Minor units by which a fee may differ from the expected one. */
export const usualFeeTolerance = 1;
