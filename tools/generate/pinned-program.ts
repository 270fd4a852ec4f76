import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '../../scripts/paths.js';
import { cacheFolder, keepInCache } from '../../scripts/stack/cache.js';
import { runToEnd } from '../../scripts/children.js';
import { join } from 'node:path';

/** A program that runs here; or why it is missing. */
export type FoundProgram = { readonly program: string } | { readonly missing: string };

export type PinnedProgram = {
  /** Its name in messages. */
  readonly title: string;
  /** In the cache of this user. */
  readonly target: string;
  readonly get: (folder: string) => Promise<{ readonly made: string; readonly how: string }>;
  readonly programOf: () => Promise<string>;
};

/** The language or its registry may not be there: that is no fault of the project, and is reported. */
export async function findPinned({ title, target, get, programOf }: PinnedProgram): Promise<FoundProgram> {
  try {
    await keepInCache({ target, name: title, isThere: () => existsSync(target), get }, report);
    return { program: await programOf() };
  } catch (error) {
    return { missing: `No ${title} here: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Where a program is kept that is made of what a list of versions in a folder says; another list is another program. */
export function targetOf(name: string, folder: string, list: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(inRepository(folder, list)))
    .digest('hex')
    .slice(0, 12);
  return join(cacheFolder(process.env), `${name}-${digest}`);
}

/** Runs a command to its end. Throws with what it said. */
export async function run(
  command: string,
  words: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, output } = await runToEnd(command, words, {
    directory,
    environment: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', ...environment },
  });
  if (code === 0) return output;
  throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${output}`);
}

const silent = () => undefined;
const report = {
  step: <T>(_doing: string, work: (progress: { doing(): void; done(): void }) => Promise<T>) =>
    work({ doing: silent, done: silent }),
  note: silent,
  warn: silent,
  fail: silent,
};
