import { execFile } from 'node:child_process';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds the SQL of a migration against docs/migrations.md: by rules of our own, and by squawk, which knows what locks. */

type Rule = { readonly refuses: RegExp; readonly unless?: RegExp; readonly says: string };

const everywhere: readonly Rule[] = [
  { refuses: /\b(?:lock|statement|transaction)_timeout\b/, says: 'sets a limit, which is the migrator’s' },
  { refuses: /^do\b/, says: 'hides statements in a block, where nothing reads them' },
];
const inTransaction: readonly Rule[] = [
  {
    refuses: /^(?:update|delete|merge|with|copy)\b|^insert into\b[^]*\bselect\b/,
    says: 'changes rows while it holds locks: do it in batches, in a migration outside a transaction',
  },
  {
    refuses: /\bvalidate constraint\b/,
    says: 'reads all rows while it holds locks: validate in a migration outside a transaction',
  },
];
const outsideOne: readonly Rule[] = [
  {
    refuses: /^/,
    unless:
      /^(?:select\b|create (?:unique )?index concurrently\b|drop index concurrently\b|alter table \S+ validate constraint\b|(?:with|insert|update|delete)\b)/,
    says: 'locks a table, without a limit and without a way back: do it in a migration of its own, in a transaction',
  },
  {
    refuses: /^(?:with|update|delete)\b|^insert into\b[^]*\bselect\b/,
    unless: /\blimit\b/,
    says: 'changes rows without an end to their number: in batches, with a limit',
  },
];

/**
 * Rules of squawk's that say how SQL should look. `prefer-robust-stmts` wants `if not exists`, which takes an index that is
 * half built for a whole one; `buildIndex` looks.
 */
const matterOfTaste = [
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-text-field',
  'prefer-identity',
  'ban-char-field',
  'require-timeout-settings',
];
const postgres = '18.0';
/** As the migrator has set them by then. */
const limits = 'set lock_timeout = 1500; set statement_timeout = 2500;\n';
const squawk = 'node_modules/.bin/squawk';

type Finding = { readonly line: number; readonly message: string; readonly rule_name: string };

/** One line for each fault of what the migration runs; none where it may be released. */
export async function lintMigration(migration: MigrationInterface): Promise<readonly string[]> {
  const statements = await statementsOf(migration);
  const isOutside = migration.transaction === false;
  const rules = [...everywhere, ...(isOutside ? outsideOne : inTransaction)];
  const own = statements.flatMap((statement) => {
    const plain = plainOf(statement);
    return rules
      .filter(({ refuses, unless }) => refuses.test(plain) && !unless?.test(plain))
      .map(({ says }) => `${plain.slice(0, 60)}: ${says}`);
  });
  const findings = await askSquawk(statements, isOutside);
  return [...own, ...findings.map(({ rule_name: rule, message }) => `${rule}: ${message}`)];
}

/** What it would run on a database that has nothing of it yet. */
async function statementsOf(migration: MigrationInterface): Promise<readonly string[]> {
  const texts: string[] = [];
  const query = (text: string) => {
    texts.push(text);
    return Promise.resolve([]);
  };
  await migration.up({ query } as unknown as QueryRunner);
  return texts.flatMap(splitStatements);
}

/** At each semicolon that is not within a text, a comment or the body of a function. */
function splitStatements(text: string): readonly string[] {
  const parts = text.match(/(?:--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[^]*?\1|[^;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** In one line, in small letters, without comments, texts and bodies of functions. */
function plainOf(statement: string): string {
  return statement
    .replace(/(\$\w*\$)[^]*?\1/g, '$$')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

async function askSquawk(statements: readonly string[], isOutside: boolean): Promise<readonly Finding[]> {
  const words = [
    '--reporter=json',
    `--pg-version=${postgres}`,
    `--exclude=${matterOfTaste.join(',')}`,
    isOutside ? '--no-assume-in-transaction' : '--assume-in-transaction',
  ];
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(squawk, words, (error, said, complaint) => {
      // It ends with 1 where it finds something.
      if (error && error.code !== 1) reject(new Error(`squawk: ${complaint || error.message}`));
      else resolve(said);
    });
    child.stdin?.end(`${limits}${statements.join(';\n')};\n`);
  });
  return JSON.parse(output) as readonly Finding[];
}
