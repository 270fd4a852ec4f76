import type { CreateTimes } from './measure-creates.js';
import { percentile } from './percentile.js';
import type { StepResult } from './step.js';

export type TourLine = {
  /** Lines of one group stand together. */
  readonly group: string;
  readonly title: string;
  readonly expected: string;
  readonly result: StepResult;
};

export type TourReport = {
  readonly lines: readonly TourLine[];
  readonly times: readonly CreateTimes[];
  /** From the tour's first request; nothing when no payment was paid. */
  readonly firstPaidSeconds: number | undefined;
  readonly urls: readonly (readonly [what: string, url: string])[];
};

/** What the tour found, as lines of text: expected and actual outcomes, figures, and what to open. */
export function describeTour(report: TourReport): readonly string[] {
  const { lines, times, firstPaidSeconds } = report;
  const asExpected = lines.filter(({ result }) => result.isExpected).length;
  return [
    '',
    ...resultTable(lines),
    '',
    `  ${asExpected} of ${lines.length} outcomes as expected.`,
    `  One create call: ${describeAll(times)}.`,
    `    p50 in ms, server to server: ${describeEach(times, 'h2h')}`,
    `    p50 in ms, hosted page: ${describeEach(times, 'hpp')}`,
    `  First paid payment ${firstPaidSeconds === undefined ? 'never came' : `${firstPaidSeconds.toFixed(1)} s after the start of the tour`}.`,
    '',
    ...alignLeft(report.urls.map(([what, url]) => [`  ${what}`, url])),
  ];
}

function describeAll(times: readonly CreateTimes[]): string {
  const durations = times.flatMap((row) => row.durations);
  if (durations.length === 0) return 'could not be measured';
  return `p50 ${shownMs(durations, 0.5)} ms, p95 ${shownMs(durations, 0.95)} ms (${durations.length}, one at a time)`;
}

function describeEach(times: readonly CreateTimes[], style: CreateTimes['style']): string {
  const rows = times.filter((row) => row.style === style);
  return rows.map(({ method, durations }) => `${method} ${shownMs(durations, 0.5)}`).join(', ');
}

function shownMs(durations: readonly number[], share: number): number {
  return Math.round(percentile(durations, share));
}

function resultTable(lines: readonly TourLine[]): readonly string[] {
  return alignLeft([
    ['   ', '', 'expected', 'actual', 'create', 'callback'],
    ...lines.map(({ group, title, expected, result }, index) => [
      `  ${result.isExpected ? '✔' : '✖'} ${group === lines[index - 1]?.group ? '' : group}`,
      title,
      expected,
      result.outcome,
      result.createMs === undefined ? '' : `${Math.round(result.createMs)} ms`,
      result.hasCallback === true ? 'verified' : '',
    ]),
  ]);
}

function alignLeft(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
