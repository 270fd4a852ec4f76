import { createDatabase } from '#persistence/database';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { percentile } from '../../../tools/demo/percentile.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { fillLedger } from './fill-ledger.js';

export type LedgerResult = {
  /** In the books that were proven, as the proof counts them. */
  readonly entries: number;
  /** The middle one of the rounds. */
  readonly milliseconds: number;
  readonly differences: number;
};

const rounds = 3;

/** How long it takes to prove books of each size (`ledger:check`), each in a database of its own. */
export async function measureLedger(stage: Stage, options: BenchOptions): Promise<readonly LedgerResult[]> {
  const results: LedgerResult[] = [];
  for (const entries of options.ledgerEntries) {
    const result = await stage.report.step(`Proving books of ${entries} entries`, () =>
      proveLedgerOf(stage, entries),
    );
    results.push(result);
  }
  return results;
}

async function proveLedgerOf({ database: server, stack }: Stage, entries: number): Promise<LedgerResult> {
  const name = `ledger_${entries}`;
  await server.query(`create database ${name}`);
  const url = new URL(stack.postgres.url);
  url.pathname = `/${name}`;
  const database = createDatabase({ url: url.href, applicationName: 'ledger bench', poolSize: 1 });
  await database.initialize();
  try {
    await database.query('set statement_timeout = 0');
    await database.runMigrations({ transaction: 'each' });
    await fillLedger(database, entries);
    const times: number[] = [];
    let proof = await proveLedger(database);
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      proof = await proveLedger(database);
      times.push(performance.now() - startedAt);
    }
    const milliseconds = Math.round(percentile(times, 0.5));
    return { entries: proof.counts.entries, milliseconds, differences: proof.differencesCount };
  } finally {
    await database.destroy();
    await server.query(`drop database ${name}`);
  }
}
