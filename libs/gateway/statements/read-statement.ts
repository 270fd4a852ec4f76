import type { Configuration } from '#domain/configuration/configuration';
import { lineProblem } from '#domain/statements/check-line';
import {
  linesMax,
  type BankLine,
  type StatementHead,
  type StatementLine,
  type TakeLines,
} from '#domain/statements/line';
import { instantsOf, type StatementPeriod } from '#domain/statements/period';
import { StatementRefused } from '#domain/statements/statement-refused';
import type { CallLimit } from '../connectors/connector.js';
import { findStatementOf } from '../connectors/find-account.js';
import { readBankFile as readCamt, type BankFile } from './read-bank-file.js';
import { readMappedFile, type MappedFile } from './read-mapped-file.js';

/** A file of a MID, by the mapping that the configuration declares. Throws StatementRefused as the reader does. */
export async function readMidFile(
  { mids }: Configuration,
  file: Pick<MappedFile, 'mid' | 'name' | 'bytes' | 'period'>,
  take: TakeLines<StatementLine>,
): Promise<StatementHead> {
  const statement = mids[file.mid]?.statement;
  if (!statement) throw new StatementRefused(`the configuration has no statement of a MID ${file.mid}`);
  return readMappedFile(file, statement, take);
}

/** A file of a bank account. */
export async function readBankFile(
  { bankAccounts = {} }: Configuration,
  { bank, ...file }: { readonly bank: string } & Pick<BankFile, 'bytes' | 'period'>,
  take: TakeLines<BankLine>,
): Promise<StatementHead> {
  const account = bankAccounts[bank];
  if (!account) throw new StatementRefused(`the configuration has no bank account ${bank}`);
  return readCamt({ name: bank, ...file }, account, take);
}

/** The provider has not given its statement, or only a part: nothing of it may be kept, and it is asked again later. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
}

/** Days of a MID, and how its provider may be asked. */
export type AskedDays = {
  readonly mid: string;
  readonly period: StatementPeriod;
  /** Of one call. */
  readonly limit: CallLimit;
};

/**
 * The statement of some days, read from a MID's provider through its connector. Throws ProviderSilent if not all of it came (contract C29), and
 * StatementRefused if the connector reads no statements, or a line is not sound. Nothing is taken before all has come.
 */
export async function readProviderDays(
  configuration: Configuration,
  { mid, period, limit }: AskedDays,
  take: TakeLines<StatementLine>,
): Promise<StatementHead> {
  const found = findStatementOf(configuration, mid);
  if (!found) throw new StatementRefused(`the connector of ${mid} reads no statement`);
  const { timezone } = found;
  const statement = await found.read({ ...instantsOf(period, timezone), timezone }, found.account, limit);
  if (statement.kind === 'noAnswer') throw new ProviderSilent(statement.detail);
  const { lines, balances = [] } = statement;
  if (lines.length > linesMax) throw new StatementRefused(`the statement has more than ${linesMax} lines`);
  for (const [index, line] of lines.entries()) {
    const problem = lineProblem(line);
    if (problem !== undefined) throw new StatementRefused(problem, index + 1);
  }
  for (let start = 0; start < lines.length; start += batchSize)
    await take(lines.slice(start, start + batchSize));
  const told = new Map(balances.map((balance) => [balance.currency, balance]));
  const currencies = new Set([...told.keys(), ...lines.map(({ currency }) => currency)]);
  return {
    account: mid,
    from: period.from,
    to: period.to,
    balances: [...currencies].toSorted().map((currency) => told.get(currency) ?? { currency }),
    hasLineIds: true,
    lines: lines.length,
  };
}

const batchSize = 1_000;
