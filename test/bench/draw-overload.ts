import { drawPanels, type Point } from './draw-panels.js';
import type { OverloadResult, TenantResult } from './parts/measure-overload.js';

type Drawn = (all: readonly TenantResult[], bestPerSecond: number) => number;

/** Least goodput, as a share of the best. */
const goodputMin = 80;

/** The curves of an overload over the offered load, in blue, and those of another run in grey. */
export function drawOverload(result: OverloadResult, beside?: OverloadResult): string {
  const panels: readonly [title: string, drawn: Drawn, bound?: number][] = [
    [
      'ended while the load lasted, % of the best',
      (all, best) => percent(sum(all, 'endedPerSecond'), best),
      goodputMin,
    ],
    ['refused early, % of the creates', (all) => percent(sum(all, 'refused'), sum(all, 'offered'))],
    ['without an answer, or 504, % of the creates', (all) => percent(failed(all), sum(all, 'offered'))],
    [
      'create calls that were accepted, p99 in ms',
      (all) => Math.max(...all.map(({ createMs }) => createMs?.p99 ?? 0)),
    ],
  ];
  return drawPanels(
    panels.map(([title, drawn, bound]) => ({
      title,
      points: pointsOf(result, drawn),
      beside: beside && pointsOf(beside, drawn),
      ...(bound === undefined ? {} : { bound }),
    })),
    '×',
  );
}

function pointsOf({ loads, bestPerSecond }: OverloadResult, drawn: Drawn): readonly Point[] {
  return loads.map(({ times, tenants }) => [times, drawn(Object.values(tenants), bestPerSecond)]);
}

function sum(all: readonly TenantResult[], what: 'endedPerSecond' | 'refused' | 'offered'): number {
  return all.reduce((total, each) => total + each[what], 0);
}

function failed(all: readonly TenantResult[]): number {
  return all.reduce(
    (total, each) => Object.values(each.failed).reduce((count, one) => count + one, total),
    0,
  );
}

function percent(part: number, of: number): number {
  return (part / of) * 100;
}
