import type { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { StatementHead } from '#domain/statements/line';
import { StatementRefused } from '#domain/statements/statement-refused';
import type { Database } from '../database.js';
import type { DifferenceClass } from '../entities/difference.js';
import type { BankImport, Import, Imported, ProviderImport } from './statement-import.js';
import { inOne } from './in-one.js';
import { completeLines, hashOfLines, keepingOf, partDays, restatedLines } from './keep-lines.js';
import { closeByBooks, countOpened, openDifferences, opening } from './open-differences.js';
import { reconcileBank, reconcileLines } from './reconcile-lines.js';
import { bankStage, dropStage, providerStage, type Stage } from './stage.js';

/**
 * Imports a statement, as `gateway_finance`: lines, what they stand for, differences (contract §16.2 to §16.4). All of it is one
 * database transaction, so that a death anywhere leaves nothing, and the same statement again adds nothing. Imports of one
 * account wait for each other. Throws StatementRefused if the whole statement is refused.
 */
export async function importStatement(
  database: Database,
  statement: ProviderImport | BankImport,
): Promise<Imported> {
  const runner = database.createQueryRunner();
  try {
    const client = (await runner.connect()) as Client;
    await runner.query(dropStage);
    const head =
      statement.source === 'provider'
        ? await stage(runner, client, providerStage, statement)
        : await stage(runner, client, bankStage, statement);
    return await inOne(runner, () => keep(runner, statement, head), statement.dryRun === true);
  } finally {
    await runner.query(dropStage).catch(() => undefined);
    await runner.release();
  }
}

async function stage<Line>(
  runner: QueryRunner,
  client: Client,
  { create, copy }: Stage<Line>,
  { read }: Import<Line>,
): Promise<StatementHead> {
  await runner.query(create);
  return read((lines) => copy(client, lines));
}

async function keep(
  runner: QueryRunner,
  statement: ProviderImport | BankImport,
  head: StatementHead,
): Promise<Imported> {
  const { source, account } = statement;
  const keeping = keepingOf[source];
  await runner.query('analyze statement_stage');
  await runner.query(keeping.weigh, [account, head.from, head.to]);
  await runner.query('analyze statement_weighed');
  await refuseFuture(runner);
  if (!head.hasLineIds) await refusePartDays(runner, statement, head);
  const sha256 = head.sha256 ?? (await ask<{ sha256: string }>(runner, hashOfLines)).sha256;
  const [known] = (await runner.query(
    `select id, lines from statement_files
     where (source, account, sha256, from_on, to_on) = ($1, $2, $3, $4::date, $5::date)`,
    [source, account, sha256, head.from, head.to],
  )) as { readonly id: string; readonly lines: number }[];
  if (known) {
    const differences = await opened(runner, known.id, account);
    return { file: known.id, isKnown: true, lines: known.lines, newLines: 0, differences };
  }
  const file = await keepFile(runner, statement, head, sha256);
  await runner.query(keeping.keep, [account, file.id]);
  if (source === 'provider') await runner.query(completeLines);
  await runner.query(opening);
  await runner.query(restatedLines(source), [account]);
  if (source === 'provider') await reconcileLines(runner, statement, file.id);
  else await reconcileBank(runner, statement, file.id);
  await runner.query(openDifferences, [source, account, file.id]);
  for (const closing of closeByBooks) await runner.query(closing);
  const { lines, new_lines: newLines } = file;
  return {
    file: file.id,
    isKnown: false,
    lines,
    newLines,
    differences: await opened(runner, file.id, account),
  };
}

type FileRow = { readonly id: string; readonly lines: number; readonly new_lines: number };

async function keepFile(
  runner: QueryRunner,
  { source, account, way, name, importedBy, openings = {} }: ProviderImport | BankImport,
  { from, to, balances }: StatementHead,
  sha256: string,
): Promise<FileRow> {
  const file = await ask<FileRow>(
    runner,
    `insert into statement_files
       (source, account, way, name, sha256, from_on, to_on, lines, new_lines, digest, imported_by)
     select $1, $2, $3, $4, $5, $6::date, $7::date, count(*), count(*) filter (where is_new),
       coalesce(sum(hashtextextended(content, 0)::numeric) filter (where is_new), 0), $8
     from statement_weighed returning id, lines, new_lines`,
    [source, account, way, name ?? null, sha256, from, to, importedBy],
  );
  const named = balances.map(({ currency, opening: told, closing }) => ({
    currency,
    opening: told ?? openings[currency] ?? null,
    closing: closing ?? null,
    isDeclared: told === undefined && openings[currency] !== undefined,
  }));
  await runner.query(
    `insert into statement_balances (file, currency, opening, closing, is_declared)
     select $1, currency, opening, closing, "isDeclared" from jsonb_to_recordset($2::jsonb)
       as told (currency text, opening numeric, closing numeric, "isDeclared" boolean)`,
    [file.id, JSON.stringify(named)],
  );
  return file;
}

/** A line of a day that has not begun anywhere would have no month to lie in, and nothing to agree with. */
async function refuseFuture(runner: QueryRunner): Promise<void> {
  const { day } = await ask<{ day: string | null }>(
    runner,
    `select min(booked_on)::text as day from statement_weighed where booked_on > (now() + interval '14 hours')::date`,
  );
  if (day !== null) throw new StatementRefused('a line is booked on a day that is still to come');
}

/** Without ids a statement has all lines of its days: of a part of a day it is refused whole (contract §16.2). */
async function refusePartDays(
  runner: QueryRunner,
  { source, account }: ProviderImport | BankImport,
  { from, to }: StatementHead,
): Promise<void> {
  const [part] = (await runner.query(partDays[source], [account, from, to])) as {
    readonly day: string;
    readonly lines: number;
  }[];
  if (!part) return;
  throw new StatementRefused(
    `lines without ids need whole days: of ${part.day}, ${part.lines} known lines are not in it`,
  );
}

async function opened(runner: QueryRunner, file: string, account: string): Promise<Imported['differences']> {
  const rows = (await runner.query(countOpened, [file, account])) as {
    readonly class: DifferenceClass;
    readonly count: number;
  }[];
  return Object.fromEntries(rows.map((row) => [row.class, row.count]));
}

async function ask<Row>(runner: QueryRunner, text: string, values: readonly unknown[] = []): Promise<Row> {
  const [row] = (await runner.query(text, [...values])) as Row[];
  if (!row) throw new Error('the question is answered with one row');
  return row;
}
