import type { StepResult } from './step.js';
import type { TourLine } from './tour-report.js';

/** A line of the tour whose outcome is what `play` returns, or what it throws. Never throws. */
export async function playLine(
  line: Pick<TourLine, 'group' | 'title' | 'expected'>,
  play: () => Promise<string>,
): Promise<TourLine> {
  const outcome = await play().catch((error: unknown) => (error instanceof Error ? error.message : 'failed'));
  const result: StepResult = { outcome, isExpected: outcome === line.expected };
  return { ...line, result };
}
