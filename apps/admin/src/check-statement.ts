import { parseArgs } from 'node:util';
import { readExactInstant } from '#domain/values/calendar';
import { compareStatement } from '#domain/transaction/compare-statement';
import { transactionTypes, type TransactionType } from '#domain/transaction/status';
import type { Period } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { loadConfiguration } from '#persistence/configuration/configurations';
import { createDatabase } from '#persistence/database';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { keyRingProblem } from '#persistence/secrets/check-secrets';
import { findStatementBooks } from '#persistence/transactions/find-statement-books';
import { readEnvironment } from '#runtime/read-environment';

/**
 * `statement:check --mid main --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z`: holds what a provider lists of a
 * period against what is recorded, and changes nothing. Exit code 0: all agrees, 1: something differs, 2: trouble.
 */
const exitCodes = { same: 0, different: 1, trouble: 2 } as const;
const queryTimeoutMs = 10 * 60_000;
const pageTimeoutMs = 30_000;
/** So much longer is the period that the provider is asked for: its clock is another, and it begins after us. */
const marginMs = 15 * 60_000;

process.exitCode = await check().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'unknown');
  return exitCodes.trouble;
});

async function check(): Promise<number> {
  const settings = readEnvironment(process.env, (read) => ({
    databaseUrl: read.text('DATABASE_URL'),
    encryptionKeys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
  }));
  const { mid, period } = readWords();
  const database = createDatabase({
    url: settings.databaseUrl,
    applicationName: 'gateway statement',
    poolSize: 1,
  });
  await database.initialize();
  try {
    await database.sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, false)`;
    const cipher = createEnvelopeCipher(parseKeyRing(settings.encryptionKeys));
    const applied = await loadConfiguration(database, cipher, 0);
    const provider = applied?.configuration.mids[mid]?.provider;
    if (!applied || provider === undefined) throw new Error(`The applied configuration has no MID ${mid}.`);
    let differ = 0;
    let lists = 0;
    for (const type of transactionTypes) {
      const found = findAccount(applied.configuration, { mid, provider }, type);
      if (found.kind === 'missing' || !found.calls.readStatement) continue;
      lists += 1;
      const asked = {
        from: new Date(period.from.getTime() - marginMs),
        to: new Date(period.to.getTime() + marginMs),
      };
      const statement = await found.calls.readStatement(asked, found.account, { timeoutMs: pageTimeoutMs });
      if (statement.kind === 'noAnswer')
        throw new Error(`The provider's list of ${type}s could not be read: ${statement.detail}`);
      const { reports } = statement;
      const references = reports.map(({ providerReference }) => providerReference);
      const books = await findStatementBooks(database, { type, provider, mid, ...period }, references);
      const comparison = compareStatement(reports, books);
      print(type, comparison);
      differ += comparison.differences.length;
    }
    if (lists === 0) throw new Error(`The connector of ${mid} cannot read its provider's list.`);
    return differ === 0 ? exitCodes.same : exitCodes.different;
  } finally {
    await database.destroy();
  }
}

function print(
  type: TransactionType,
  { agreed, strangers, differences }: ReturnType<typeof compareStatement>,
): void {
  const others = strangers === 0 ? '' : `, ${strangers} not sent by us`;
  console.log(`${type}s: ${agreed} agree${others}, ${differences.length} differ`);
  for (const { providerReference, says } of differences) console.log(`✖ ${providerReference}: ${says}`);
}

function readWords(): { readonly mid: string; readonly period: Period } {
  const text = { type: 'string', default: '' } as const;
  const { values } = parseArgs({ options: { mid: text, from: text, to: text } });
  const [from, to] = [readExactInstant(values.from), readExactInstant(values.to)];
  const faults = [
    ...(values.mid === '' ? ["--mid is missing: the MID whose provider's list to check."] : []),
    ...(from ? [] : ['--from must be an instant such as 2026-01-31T00:00:00Z.']),
    ...(to ? [] : ['--to must be an instant such as 2026-02-01T00:00:00Z.']),
  ];
  if (!from || !to || faults.length > 0) throw new Error(faults.join('\n'));
  if (to.at <= from.at) throw new Error('--to must be later than --from.');
  return { mid: values.mid, period: { from: from.at, to: to.at } };
}
