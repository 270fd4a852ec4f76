import type { Summary } from './measures/summarise-rounds.js';
import type { GrowthResult } from './parts/measure-growth.js';
import { table } from './table.js';

export function growthLines(results: readonly GrowthResult[]): string[] {
  const names = Object.keys(results[0]?.reads ?? {});
  const line = (title: string, cell: (result: GrowthResult) => string) => [title, ...results.map(cell)];
  const costs = (title: string, of: (result: GrowthResult) => Summary) => [
    line(`${title}s per s`, (result) => of(result).perSecond.toFixed(1)),
    line(`${title}, create p50 / p95 ms`, (result) => {
      const { p50, p95 } = of(result).createMs;
      return `${p50.toFixed(0)} / ${p95.toFixed(0)}`;
    }),
    line(`${title}, SQL ms`, (result) => of(result).sqlExecutionMs.toFixed(2)),
    line(`${title}, postgres CPU ms`, (result) => (of(result).cpuMs['postgres'] ?? 0).toFixed(1)),
  ];
  return table(
    ['payments', ...results.map(({ rows }) => String(rows))],
    [
      line('refunds', ({ refunds }) => String(refunds)),
      line('statement lines', ({ statementLines }) => String(statementLines)),
      line('rows of all tables, millions', ({ millionRows }) => millionRows.toFixed(2)),
      line('books, GB', ({ gigabytes }) => gigabytes.toFixed(2)),
      ...costs('payment', ({ payment }) => payment),
      ...costs('refund', ({ refund }) => refund),
      ...names.map((name) =>
        line(`${name}, p50 / max ms`, ({ reads }) => {
          const { p50 = 0, max = 0 } = reads[name] ?? {};
          return `${p50.toFixed(1)} / ${max.toFixed(1)}`;
        }),
      ),
    ],
  );
}
