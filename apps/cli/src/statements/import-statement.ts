import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { readPeriod, type StatementPeriod } from '#domain/statements/period';
import { StatementRefused } from '#domain/statements/statement-refused';
import type { Configuration } from '#domain/configuration/configuration';
import {
  ProviderSilent,
  readBankFile,
  readMidFile,
  readProviderDays,
} from '#gateway/statements/read-statement';
import { loadConfiguration } from '#persistence/configuration/configurations';
import { importStatement } from '#persistence/statements/import-statement';
import { reconcileTerms } from '#persistence/statements/reconcile-terms';
import type { Imported } from '#persistence/statements/statement-import';
import type { Database } from '#persistence/database';
import type { Outcome } from '../command/declare.js';
import { Trouble, UsageError } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import { pathOfPerson, type Session } from '../command/session.js';

const pageTimeoutMs = 30_000;

/** What the command line says. */
export type ImportWords = {
  readonly mid?: string | undefined;
  readonly bank?: string | undefined;
  readonly file?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** By currency. */
  readonly opening: readonly (readonly [currency: string, amount: string])[];
  readonly dryRun: boolean;
  readonly operator: string;
};

/**
 * Imports a statement from a provider or a file, matches its lines, and says by class what differs (contract §16.2). Exit code 1 if
 * anything does, 2 if the statement could not be read completely: then nothing of it is kept.
 */
export async function importOneStatement(session: Session, words: ImportWords): Promise<Outcome> {
  const account = accountOf(words);
  const cipher = await session.openCipher();
  const database = await session.openDatabase({ name: 'statement' });
  await requireOperator(database, words.operator, '--operator');
  const applied = await loadConfiguration(database, cipher, 0);
  if (!applied) throw new Trouble('No configuration was applied yet.');
  const finance = await session.openFinance();
  const imported = await reading(() => importFrom(session, finance, applied.configuration, words));
  const { lines, newLines, isKnown, differences } = imported;
  const told = isKnown ? 'imported before, 0 new' : `${newLines} new`;
  session.say(`${account}: ${lines} lines, ${told}${words.dryRun ? '; nothing was kept' : ''}`);
  const open = Object.entries(differences);
  if (open.length === 0) session.say('No differences.');
  for (const [name, count] of open) session.say(`✖ ${name}: ${count}`);
  if (open.length > 0 && !words.dryRun) session.say('See: gateway difference list');
  return { data: { account, ...imported, isDryRun: words.dryRun }, hasFindings: open.length > 0 };
}

function importFrom(
  session: Session,
  finance: Database,
  configuration: Configuration,
  { mid, bank, file, from, to, opening, dryRun, operator }: ImportWords,
): Promise<Imported> {
  const openings = Object.fromEntries(opening);
  const common = { importedBy: operator, dryRun, openings };
  const path = file === undefined ? undefined : pathOfPerson(session, file);
  const ofFile = path === undefined ? {} : { way: 'file' as const, name: basename(path) };
  if (bank !== undefined) {
    if (path === undefined) throw new UsageError('--bank needs --file.');
    const terms = reconcileTerms(configuration, { bank });
    return importStatement(finance, {
      ...common,
      ...ofFile,
      source: 'bank',
      way: 'file',
      account: bank,
      terms,
      read: (take) => readBankFile(configuration, { bank, bytes: createReadStream(path) }, take),
    });
  }
  const of = mid ?? '';
  const terms = reconcileTerms(configuration, { mid: of });
  const period = from === undefined || to === undefined ? undefined : periodOf(from, to, terms.timezone);
  if (path !== undefined)
    return importStatement(finance, {
      ...common,
      ...ofFile,
      source: 'provider',
      way: 'file',
      account: of,
      terms,
      read: (take) =>
        readMidFile(
          configuration,
          { mid: of, name: basename(path), bytes: createReadStream(path), ...(period && { period }) },
          take,
        ),
    });
  if (period === undefined) throw new UsageError('Without --file it needs --from and --to.');
  return importStatement(finance, {
    ...common,
    source: 'provider',
    way: 'provider',
    account: of,
    terms,
    read: (take) =>
      readProviderDays(configuration, { mid: of, period, limit: { timeoutMs: pageTimeoutMs } }, take),
  });
}

function accountOf({ mid, bank, from, to }: ImportWords): string {
  const account = mid ?? bank;
  if (account === undefined || (mid !== undefined && bank !== undefined))
    throw new UsageError('It needs either --mid or --bank.');
  if ((from === undefined) !== (to === undefined)) throw new UsageError('--from and --to go together.');
  return account;
}

function periodOf(from: string, to: string, timezone: string): StatementPeriod {
  const period = readPeriod(from, to, timezone);
  if (period) return period;
  throw new UsageError(
    '--from and --to must be two days (2026-01-31), both inclusive, or two instants (2026-01-31T12:00:00Z), the second after the first.',
  );
}

/** A statement that cannot be read completely is trouble, not a finding: nothing of it is kept. */
async function reading<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StatementRefused) throw new Trouble(`Nothing was imported. ${error.message}`);
    if (error instanceof ProviderSilent)
      throw new Trouble(`Nothing was imported. The provider has not told all of it: ${error.message}`);
    throw error;
  }
}
