import { planRequest } from './plan-request.js';
import { renderRequest } from './render-request.js';
import type { FuzzReport } from './run-fuzz.js';

const violationsShownMax = 30;
const requestShownMax = 1_500;

/** The report as lines for a person. */
export function describeFuzz(report: FuzzReport): readonly string[] {
  const { seen, violations, requests, milliseconds, context } = report;
  const seconds = milliseconds / 1_000;
  const registered = new Set(seen.accepted.map(({ identifier }) => identifier)).size;
  return [
    `Fuzz with seed ${context.seed}: ${requests} requests in ${seconds.toFixed(1)} s (${(requests / seconds).toFixed(0)} a second),`,
    `  ${seen.validCount} left valid, ${registered} transactions registered, the slowest answer after ${(seen.slowestMs / 1_000).toFixed(1)} s`,
    ...tableOf(report),
    'Error codes:',
    ...[...seen.errors].toSorted(([, left], [, right]) => right - left).map(errorLine),
    ...violations.slice(0, violationsShownMax).flatMap((violation) => violationLines(report, violation)),
    ...(violations.length > violationsShownMax
      ? [`  and ${violations.length - violationsShownMax} more`]
      : []),
    ...summaryOf(report),
    violations.length === 0
      ? '✔ No violation'
      : `✖ ${violations.length} violations; --seed ${context.seed} repeats them`,
  ];
}

function tableOf({ seen }: FuzzReport): readonly string[] {
  const statuses = [
    ...new Set([...seen.statuses.values()].flatMap((counts) => [...counts.keys()])),
  ].toSorted();
  const cell = (text: string) => text.padStart(6);
  const rows = [...seen.statuses].toSorted(([left], [right]) => left.localeCompare(right));
  return [
    `${'Answers'.padEnd(20)}${statuses.map(cell).join('')}`,
    ...rows.map(
      ([name, counts]) =>
        `${name.padEnd(20)}${statuses.map((status) => cell(String(counts.get(status) ?? '·'))).join('')}`,
    ),
  ];
}

function errorLine([name, count]: readonly [string, number]): string {
  return `${String(count).padStart(8)}  ${name}`;
}

function violationLines(report: FuzzReport, violation: FuzzReport['violations'][number]): readonly string[] {
  const { rule, detail, index, path } = violation;
  if (index === undefined) return [`✖ ${rule}: ${detail}`];
  const request = planRequest(report.context, index, path);
  const repeat = `--seed ${report.context.seed} --request ${index}${path === undefined ? '' : ` --path ${path}`}`;
  const text = renderRequest(request, report.apiUrl)
    .map((piece) => piece.toString('latin1'))
    .join('');
  const shown =
    text.length > requestShownMax ? `${text.slice(0, requestShownMax)}… (${text.length} bytes)` : text;
  return [
    `✖ ${rule}: ${detail}`,
    `  ${repeat}: ${request.endpoint}, ${request.mutations.join(' + ') || 'unchanged'}`,
    ...JSON.stringify(shown)
      .slice(1, -1)
      .split(String.raw`\r\n`)
      .map((line) => `    ${line}`),
  ];
}

/** How often each rule was broken, where it was. */
function summaryOf({ violations }: FuzzReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { rule } of violations) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `  ${count} × ${rule}`);
}
