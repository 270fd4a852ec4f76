import type { Replayed } from '../replay/replay-release.js';
import { describeChaos } from './chaos-report.js';
import type { GateReport } from './run-gate.js';

/** The report as lines for a person. */
export function describeGate({
  opened,
  openThen,
  releaseMs,
  rollbackMs,
  onNewerSchema,
  replayed,
  run,
}: GateReport): readonly string[] {
  const states = [...opened].map(([state, count]) => `${state} ${count}`).join(', ');
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(0)} s`;
  return [
    `Release gate: ${openThen} transactions were open or owed their merchant a callback`,
    `Waiting for the ${states}`,
    `Every process replaced in ${seconds(releaseMs)}, and put back in ${seconds(rollbackMs)}`,
    `Put back on a schema newer than theirs: ${onNewerSchema} processes`,
    describeReplay('the last release, by the next one', replayed.release),
    describeReplay('the next release, by the last one', replayed.rollback),
    ...describeChaos(run),
  ];
}

function describeReplay(whose: string, { histories, stuck }: Replayed): string {
  const kept = `Histories of ${whose}: ${histories - stuck.length} of ${histories} replay`;
  if (stuck.length === 0) return kept;
  return `${kept}, not ${stuck.join(', ')}; replace workers with WORKER_DEPLOYMENT only`;
}
