import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How often each test file needed its second try on this machine, by its path in the repository. */
export type SecondTries = Readonly<Record<string, number>>;

/** Adds one second try for each of the files to those kept in `store`, and returns all of them. */
export function countSecondTries(store: string, files: readonly string[]): SecondTries {
  const tries: Record<string, number> = readTries(store);
  for (const file of files) tries[file] = (tries[file] ?? 0) + 1;
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, `${JSON.stringify(tries, undefined, 2)}\n`);
  return tries;
}

/** The counts as one line, the highest first: `test/system/a.test.ts 3, test/system/b.test.ts 1`. */
export function describeTries(tries: SecondTries): string {
  return Object.entries(tries)
    .toSorted(([, one], [, other]) => other - one)
    .map(([file, count]) => `${file} ${count}`)
    .join(', ');
}

function readTries(store: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(store, 'utf8')) as Record<string, number>;
  } catch {
    // Missing before the first second try, or damaged: the count begins anew.
    return {};
  }
}
