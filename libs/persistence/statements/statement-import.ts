import type { Fees, StrangerRule } from '#domain/configuration/statement-terms';
import type { BankLine, StatementHead, StatementLine, TakeLines } from '#domain/statements/line';
import type { DifferenceClass } from '#domain/statements/difference';
import type { StatementFileEntity } from '../entities/statement.js';

/** What the lines of a MID are held against (contract §16.3, §16.4). */
export type ReconcileTerms = {
  /** By method code; absent: fees are not checked. */
  readonly fees?: Fees;
  /** Minor units. */
  readonly feeTolerance: number;
  readonly strangers: StrangerRule;
  /** IANA name of the statement's days. */
  readonly timezone: string;
  /** Business days between a settlement and its bank line. */
  readonly bankDays: number;
  readonly reconcileLagMs: number;
  readonly settlementDueMs: number;
};

export type Import<Line> = {
  /** The MID, or the name of the bank account. */
  readonly account: string;
  readonly way: StatementFileEntity['way'];
  /** Of the file, without its folder. */
  readonly name?: string;
  readonly importedBy: string;
  readonly terms: ReconcileTerms;
  /** Reads the statement, batch by batch, and gives its head when it is complete. What it throws ends the import: nothing is kept. */
  readonly read: (take: TakeLines<Line>) => Promise<StatementHead>;
  /** By currency: balances that a person declares, where the statement names none. Decimal strings. */
  readonly openings?: Readonly<Record<string, string>>;
  /** Everything is done and nothing kept. */
  readonly dryRun?: boolean;
};

export type ProviderImport = Import<StatementLine> & { readonly source: 'provider' };
export type BankImport = Import<BankLine> & { readonly source: 'bank' };

export type Imported = {
  /** The id of the import; of the earlier one if the same statement was imported before. */
  readonly file: string;
  readonly isKnown: boolean;
  readonly lines: number;
  readonly newLines: number;
  /** Differences that this import has opened, by class, and that are open. */
  readonly differences: Readonly<Partial<Record<DifferenceClass, number>>>;
};
