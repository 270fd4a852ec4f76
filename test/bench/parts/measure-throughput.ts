import { countEvents, type WorkflowCounts } from '../measures/count-events.js';
import { measureRound, type Round } from '../measures/measure-round.js';
import { rounded, summariseRounds, type Summary } from '../measures/summarise-rounds.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';

export const kinds = ['bare', 'payment', 'payout', 'refund'] as const;
type Kind = (typeof kinds)[number];

export type LevelResult = Readonly<Record<Kind, Summary & WorkflowCounts>> & {
  readonly parallel: number;
};

/** Bare flow, whole payment, payout and refund in alternating rounds, so that whatever else the machine does hits both alike. */
export async function measureThroughput(
  stage: Stage,
  options: BenchOptions,
): Promise<readonly LevelResult[]> {
  const rounds = new Map<string, Round[]>();
  for (let round = 1; round <= options.rounds; round += 1) {
    const order = round % 2 === 0 ? kinds.toReversed() : kinds;
    for (const parallel of options.levels) {
      for (const kind of order) {
        const name = `${kind}, ${parallel} in parallel, round ${round} of ${options.rounds}`;
        const transactions = parallel === 1 ? Math.ceil(options.perRound / 3) : options.perRound;
        const measured = await stage.report.step(`Measuring ${name}`, async (progress) => {
          const result = await measureRound(stage, stage[kind], { parallel, transactions });
          progress.done(`${name}: ${(transactions / result.seconds).toFixed(1)} per second`);
          return result;
        });
        rounds.set(`${kind} ${parallel}`, [...(rounds.get(`${kind} ${parallel}`) ?? []), measured]);
      }
    }
  }
  const summarise = async (kind: Kind, parallel: number) => {
    const all = rounds.get(`${kind} ${parallel}`) ?? [];
    const counts = await countEvents(
      stage.temporal,
      all.flatMap((round) => round.workflowIds),
    );
    const mean = (read: (one: WorkflowCounts) => number) =>
      rounded(counts.reduce((sum, one) => sum + read(one), 0) / counts.length, 1);
    return {
      ...summariseRounds(all),
      historyEvents: mean((one) => one.historyEvents),
      stateTransitions: mean((one) => one.stateTransitions),
    };
  };
  const results: LevelResult[] = [];
  for (const parallel of options.levels) {
    const bare = await summarise('bare', parallel);
    const payment = await summarise('payment', parallel);
    const payout = await summarise('payout', parallel);
    results.push({ parallel, bare, payment, payout, refund: await summarise('refund', parallel) });
  }
  return results;
}
