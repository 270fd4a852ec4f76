import { readFile } from 'node:fs/promises';

/** The complete lines of an NDJSON file that something may still be writing. */
export async function readLines<Line>(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
