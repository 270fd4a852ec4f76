import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How the last runs of each test file on this machine ended, by its path in the repository: `p` or `f` a run, the newest last. */
type RecentResults = Readonly<Record<string, string>>;

const runsKept = 10;

/** Adds one run of each file to those kept in `store`. */
export function keepResults(store: string, hasPassed: Readonly<Record<string, boolean>>): void {
  const results: Record<string, string> = { ...readResults(store) };
  for (const [file, isPassed] of Object.entries(hasPassed))
    results[file] = `${results[file] ?? ''}${isPassed ? 'p' : 'f'}`.slice(-runsKept);
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** The files below `folder` that failed in at least one of their last ten runs. */
export function filesThatFailed(store: string, folder: string): readonly string[] {
  return Object.entries(readResults(store))
    .filter(([file, results]) => file.startsWith(`${folder}/`) && results.includes('f'))
    .map(([file]) => file)
    .toSorted();
}

function readResults(store: string): RecentResults {
  try {
    return JSON.parse(readFileSync(store, 'utf8')) as RecentResults;
  } catch {
    // Missing before the first run, or damaged: the results begin anew.
    return {};
  }
}
