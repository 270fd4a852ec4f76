import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { filesThatFailed, keepResults } from './recent-results.js';

/** Seconds that each test file took when it last ran, hooks included, by its path in the repository. */
type TestTimes = Readonly<Record<string, number>>;

const root = join(import.meta.dirname, '../..');
/** Of this machine. */
const ownFile = join(root, '.data/test-times.json');
/** For a fresh clone: a copy of such a file, with estimates for files that were not measured yet. */
const committedFile = join(root, 'test/test-times.json');
const shownFiles = 10;
/** How the last runs of each file ended on this machine. */
const resultsFile = join(root, '.data/test-results.json');

/** The files below `folder`, as paths in the repository, that failed in one of their last ten runs on this machine. */
export function readRecentFailures(folder: string): readonly string[] {
  return filesThatFailed(resultsFile, folder);
}

/** How long each file took: here, or else where the committed times were measured. */
export function readTestTimes(): TestTimes {
  return { ...readTimes(committedFile), ...readTimes(ownFile) };
}

/** The path of a test file as the times name it. */
export function nameInTimes(path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Keeps how long each file took and how it ended, for the next runs, and prints the dearest of this one. */
export default class TestTimesReporter implements Reporter {
  readonly #times: Record<string, number> = {};
  readonly #hasPassed: Record<string, boolean> = {};

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const name = nameInTimes(module.moduleId);
    this.#hasPassed[name] = module.ok();
    this.#times[name] = Math.round((collectDuration + setupDuration + duration) / 100) / 10;
  }

  onTestRunEnd(): void {
    const times = Object.entries(this.#times);
    keepTimes({ ...readTimes(ownFile), ...this.#times });
    keepResults(resultsFile, this.#hasPassed);
    if (times.length <= shownFiles) return;
    console.log(`\nDearest files, ${Math.round(times.reduce((sum, [, one]) => sum + one, 0))} s in all:`);
    for (const [name, seconds] of times.toSorted(([, one], [, other]) => other - one).slice(0, shownFiles)) {
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
    }
  }
}

function keepTimes(times: TestTimes): void {
  const sorted = Object.entries(times).toSorted(([one], [other]) => (one < other ? -1 : 1));
  mkdirSync(dirname(ownFile), { recursive: true });
  writeFileSync(ownFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

function readTimes(file: string): TestTimes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestTimes;
  } catch {
    return {};
  }
}
