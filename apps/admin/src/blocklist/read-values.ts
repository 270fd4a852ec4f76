import { createInterface } from 'node:readline';
import { problemOf, type BlockedThing } from './blocked-thing.js';

/** Reads one value from each line of standard input. Throws with the number of the first line at fault, not the line. */
export async function readValues(thing: BlockedThing): Promise<readonly string[]> {
  if (process.stdin.isTTY) console.error(`One ${thing} in each line; end with Ctrl-D:`);
  const values: string[] = [];
  let line = 0;
  for await (const written of createInterface({ input: process.stdin })) {
    line += 1;
    const value = thing === 'identifier' ? written : written.trim();
    if (value.trim() === '') continue;
    const problem = problemOf(thing, value);
    if (problem !== undefined) throw new Error(`Line ${line}: ${problem}. Nothing was changed.`);
    values.push(value);
  }
  if (values.length === 0) throw new Error(`There is no ${thing} on standard input.`);
  return values;
}
