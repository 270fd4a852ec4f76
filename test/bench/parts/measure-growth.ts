import { measureRound } from '../measures/measure-round.js';
import { summariseRounds, type Summary } from '../measures/summarise-rounds.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { copyPayment } from './fill-tables.js';

export type GrowthResult = { readonly rows: number; readonly payment: Summary };

const parallel = 16;

/** The cost of a payment by the number of payments in the books. */
export async function measureGrowth(stage: Stage, options: BenchOptions): Promise<readonly GrowthResult[]> {
  const { database, report } = stage;
  const results: GrowthResult[] = [];
  for (const rows of options.rowCounts) {
    const { workflowId } = await stage.payment.run();
    await stage.payment.settle();
    await report.step(`Filling the books to ${rows} payments`, async () => {
      const [now] = await database.query<{ count: number }>(
        'select count(*)::integer as count from transactions',
      );
      const count = Math.max(0, rows - (now?.count ?? 0));
      await copyPayment(database, { identifier: workflowId.replace('payment/', ''), count });
      // Else autovacuum does it during the rounds.
      await database.query('vacuum analyze');
      await database.query('checkpoint');
    });
    const payment = await report.step(`Measuring payments among ${rows}`, async () => {
      const counts = { parallel, transactions: options.perRound };
      const measured = [];
      for (let round = 0; round < Math.min(2, options.rounds); round += 1) {
        measured.push(await measureRound(stage, stage.payment, counts));
      }
      return summariseRounds(measured);
    });
    results.push({ rows, payment });
  }
  return results;
}
