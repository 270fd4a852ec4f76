import type { CreateTimes } from './measure-creates.js';
import type { StepResult } from './play-step.js';

export type TourLine = { readonly title: string; readonly expected: string; readonly result: StepResult };

export type TourReport = {
  readonly lines: readonly TourLine[];
  readonly times: CreateTimes | undefined;
  readonly measuredCount: number;
  /** From the tour's first request; nothing when no payment was paid. */
  readonly firstPaidSeconds: number | undefined;
  readonly urls: readonly (readonly [what: string, url: string])[];
};

/** What the tour found, as lines of text: expected and actual outcomes, figures, and what to open. */
export function describeTour(report: TourReport): readonly string[] {
  const { lines, times, measuredCount, firstPaidSeconds } = report;
  const asExpected = lines.filter(({ result }) => result.isExpected).length;
  return [
    '',
    ...resultTable(lines),
    '',
    `  ${asExpected} of ${lines.length} outcomes as expected.`,
    `  One create call: ${describeTimes(times)} (${measuredCount}, one at a time).`,
    `  First paid payment ${firstPaidSeconds === undefined ? 'never came' : `${firstPaidSeconds.toFixed(1)} s after the start of the tour`}.`,
    '',
    ...alignLeft(report.urls.map(([what, url]) => [`  ${what}`, url])),
  ];
}

function describeTimes(times: CreateTimes | undefined): string {
  if (times === undefined) return 'could not be measured';
  return `p50 ${Math.round(times.p50)} ms, p95 ${Math.round(times.p95)} ms`;
}

function resultTable(lines: readonly TourLine[]): readonly string[] {
  return alignLeft([
    ['   ', 'expected', 'actual', 'create', 'callback'],
    ...lines.map(({ title, expected, result }) => [
      `  ${result.isExpected ? '✔' : '✖'} ${title}`,
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
