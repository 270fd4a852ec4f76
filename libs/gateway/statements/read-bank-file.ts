import type { BankAccount } from '#domain/configuration/statement-terms';
import { linesOfEntry } from '#domain/statements/bank-entry';
import { keyBankLines } from '#domain/statements/line-key';
import { linesMax, type BankLine, type StatementHead, type TakeLines } from '#domain/statements/line';
import { coveredDays, type StatementPeriod } from '#domain/statements/period';
import { StatementRefused } from '#domain/statements/statement-refused';
import { CamtParser } from './camt-events.js';
import { CamtStatements } from './camt-statements.js';
import { hashText, textOfXml, type Bytes } from './statement-bytes.js';

/** A file of statements of a bank account. */
export type BankFile = {
  /** Name of the account in the configuration. */
  readonly name: string;
  readonly bytes: Bytes;
  /** The days that the importer names; those that the file itself names come first. */
  readonly period?: StatementPeriod;
  /** Lines handed over at a time. */
  readonly batch?: number;
  readonly max?: number;
};

/**
 * Reads CAMT.053 (001.02 to 001.13, contract §16.2) in constant memory, apart from the counts of equal lines: booked entries,
 * batches split into their details. Throws a StatementRefused that names the line if anything in the file is wrong: the file is
 * refused whole, and the caller must forget the lines that `take` has received.
 */
export async function readBankFile(
  { name, bytes, period: declared, batch = 1_000, max = linesMax }: BankFile,
  account: BankAccount,
  take: TakeLines<BankLine>,
): Promise<StatementHead> {
  const statements = new CamtStatements(account);
  const parser = new CamtParser(statements);
  const keyOf = keyBankLines(name, hashText);
  const text = await textOfXml(bytes);
  let waiting: BankLine[] = [];
  let count = 0;
  let withReference = 0;
  for await (const piece of text.pieces) {
    parser.write(piece);
    for (const entry of statements.takeEntries()) {
      for (const line of linesOfEntry(entry)) {
        waiting.push({ ...line, lineKey: keyOf(line) });
        count += 1;
        if (line.bankReference !== undefined) withReference += 1;
        if (count > max) throw new StatementRefused(`the file has more than ${max} lines`);
      }
    }
    while (waiting.length >= batch) {
      await take(waiting.slice(0, batch));
      waiting = waiting.slice(batch);
    }
  }
  parser.close();
  if (waiting.length > 0) await take(waiting);
  const hasLineIds = withReference === count;
  const { from, to } = coveredDays(
    { period: statements.period ?? declared, has: statements.days },
    hasLineIds,
  );
  const balances = [{ currency: account.currency, ...statements.balances }];
  return { account: name, from, to, balances, hasLineIds, lines: count, sha256: text.sha256() };
}
