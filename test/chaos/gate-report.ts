import type { Replayed } from '../replay/replay-release.js';
import { describeChaos } from './chaos-report.js';
import type { GateReport, ReleaseTimes } from './run-gate.js';

/** The report as lines for a person. */
export function describeGate({
  opened,
  openThen,
  migrationMs,
  times,
  onNewerSchema,
  replayed,
  run,
}: GateReport): readonly string[] {
  const states = [...opened].map(([state, count]) => `${state} ${count}`).join(', ');
  return [
    `Release gate: ${openThen} transactions were open or owed their merchant a callback`,
    `Waiting for the ${states}`,
    `The tables migrated in ${seconds(migrationMs)}`,
    `Every process replaced ${describeTimes(times.release)}`,
    `Every process put back ${describeTimes(times.rollback)}`,
    `Put back on a schema newer than theirs: ${onNewerSchema} processes`,
    describeReplay('the last release, by the next one', replayed.release),
    describeReplay('the next release, by the last one', replayed.rollback),
    ...describeChaos(run),
  ];
}

function describeTimes({ workerMs, currentMs, drainMs, wholeMs }: ReleaseTimes): string {
  const restMs = wholeMs - workerMs - currentMs - drainMs;
  const parts = [
    `its first worker up ${seconds(workerMs)}`,
    `made current ${seconds(currentMs)}`,
    `what was open drained ${seconds(drainMs)}`,
    `the other processes ${seconds(restMs)}`,
  ];
  return `in ${seconds(wholeMs)}: ${parts.join(', ')}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

function describeReplay(whose: string, { histories, stuck }: Replayed): string {
  const kept = `Histories of ${whose}: ${histories - stuck.length} of ${histories} replay`;
  if (stuck.length === 0) return kept;
  return `${kept}, not ${stuck.join(', ')}; replace workers with WORKER_DEPLOYMENT only`;
}
