import type { QueryRunner } from 'typeorm';
import { currencyCodes, decimalsOf } from '#domain/values/currencies';
import { checkBalances, checkFees, checkGaps, checkListed, checkRates } from './check-days.js';
import type { Counted } from '../entities/columns.js';
import type { BankImport, ProviderImport, ReconcileTerms } from './statement-import.js';
import { classifyLines, dueLines, keepMatches, matchLines, nameLines } from './match-lines.js';
import { closeByMatches } from './open-differences.js';
import {
  keepArrivals,
  keepUnpaired,
  openNotArrived,
  openPairs,
  openSettlements,
  openUnknownAtBank,
  pairBankLines,
  repostArrivals,
  repostSettlements,
  sumSettlements,
  touchedSettlements,
  unprovedSettlements,
} from './settle.js';

const decimals = JSON.stringify(
  Object.fromEntries(currencyCodes.map((code) => [code, decimalsOf(code) ?? 0])),
);

/** Matches the new lines of a MID and those that wait, and collects what does not agree, each pass over all lines at once. */
export async function reconcileLines(
  runner: QueryRunner,
  { account, terms }: ProviderImport,
  file: string,
): Promise<void> {
  const ignoresStrangers = terms.strangers === 'ignore';
  await findMatches(runner, account, file);
  await runner.query(openSettlements, [account]);
  await runner.query(touchedSettlements, [account]);
  await runner.query(sumSettlements);
  await runner.query(classifyLines, [ignoresStrangers, file]);
  await runner.query(keepMatches, [account, ignoresStrangers]);
  await runner.query(repostSettlements);
  await runner.query(repostArrivals);
  await runner.query(unprovedSettlements, [account]);
  if (terms.fees)
    await runner.query(checkFees, [JSON.stringify(terms.fees), terms.feeTolerance, decimals, file]);
  await runner.query(checkRates, [decimals]);
  for (const closing of closeByMatches) await runner.query(closing, [account]);
  await runner.query(checkBalances, [account, file]);
  await runner.query(checkGaps('provider'), [account]);
  await pairWithBank(runner, terms, file);
  await runner.query(openNotArrived, [account, new Date(Date.now() - terms.settlementDueMs)]);
  await runner.query(checkListed, [account, new Date(Date.now() - terms.reconcileLagMs), terms.timezone]);
}

/** Matches the lines of a MID that have open differences once more, and returns how many found their match. */
export async function matchAgain(runner: QueryRunner, account: string): Promise<number> {
  await findMatches(runner, account, noFile);
  await runner.query(keepMatches, [account, false]);
  for (const closing of closeByMatches) await runner.query(closing, [account]);
  const [row] = (await runner.query('select count(*)::integer as count from statement_matched')) as Counted[];
  return row?.count ?? 0;
}

/** Files are numbered from 1. */
const noFile = '0';

async function findMatches(runner: QueryRunner, account: string, file: string): Promise<void> {
  await runner.query(dueLines, [account, file]);
  await runner.query('analyze statement_due');
  await runner.query(nameLines, [account]);
  await runner.query('analyze statement_named');
  await runner.query(matchLines, [account]);
  await runner.query('analyze statement_matched');
}

/** Matches new lines of the bank to settlements that have not arrived, and collects what does not agree. */
export async function reconcileBank(
  runner: QueryRunner,
  { account, terms }: BankImport,
  file: string,
): Promise<void> {
  await runner.query(keepUnpaired, [account, file]);
  await pairWithBank(runner, terms, file);
  await runner.query(checkGaps('bank'), [account]);
}

/** Also collects the lines of the bank that are left over. */
export async function pairWithBank(
  runner: QueryRunner,
  { bankDays }: Pick<ReconcileTerms, 'bankDays'>,
  file: string = noFile,
): Promise<void> {
  await runner.query(pairBankLines, [bankDays]);
  await runner.query(keepArrivals);
  await runner.query(openPairs);
  await runner.query(openUnknownAtBank, [file]);
}
