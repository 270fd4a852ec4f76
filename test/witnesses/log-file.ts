import { readFile } from 'node:fs/promises';
import { until } from './until.js';

/** A line of a process's log. */
export type Line = Readonly<Record<string, unknown>>;

export async function linesOf(file: string): Promise<readonly Line[]> {
  const text = await readFile(file, 'utf8');
  // The last one may be being written.
  const whole = text.slice(0, text.lastIndexOf('\n'));
  return whole.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}

/** The first line with these fields, once it is there. */
export function untilLine(file: string, wanted: Line): Promise<Line | undefined> {
  const isWanted = (line: Line) => Object.entries(wanted).every(([name, value]) => line[name] === value);
  return until(
    async () => (await linesOf(file)).find(isWanted),
    (line) => line !== undefined,
  );
}
