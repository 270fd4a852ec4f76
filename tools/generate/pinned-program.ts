import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { runToEnd } from '../../scripts/children.js';
import { inRepository } from '../../scripts/paths.js';
import { cacheFolder, keepInCache } from '../../scripts/stack/cache.js';
import { buildFromModules } from '../../scripts/stack/go-build.js';

/** A program that runs here; or why it is missing. */
export type FoundProgram = { readonly program: string } | { readonly missing: string };

type GoCommand = {
  /** Its name in messages. */
  readonly title: string;
  /** The folder whose `go.mod` and `go.sum` pin it. */
  readonly pins: string;
  /** Its package. */
  readonly command: string;
  /** Other modules of these pins, which are downloaded for what the command writes. */
  readonly imports?: readonly string[];
};

/** A command that is built from pinned Go modules. */
export function findGoCommand({ title, pins, command, imports = [] }: GoCommand): Promise<FoundProgram> {
  const target = targetOf(basename(command), pins, 'go.sum');
  return findPinned(title, target, {
    async make(folder) {
      const output = join(folder, 'command');
      const problem = await buildFromModules({ modules: pins, commands: [command], output }, process.env);
      if (problem !== undefined) throw new Error(problem);
      return { made: output, how: 'built' };
    },
    async programOf() {
      if (imports.length > 0) await run('go', ['mod', 'download', ...imports], inRepository(pins));
      return target;
    },
  });
}

type PythonWith = {
  /** Its name in messages. */
  readonly title: string;
  /** Its name in the cache. */
  readonly name: string;
  /** The folder whose `requirements.txt` pins the packages. */
  readonly pins: string;
  /** The oldest Python that will do, as 3.13. */
  readonly since?: readonly [major: number, minor: number];
  /** Further options of `pip install`. */
  readonly options?: readonly string[];
};

/** A Python that has pinned packages, in an environment of its own. */
export function findPythonWith({
  title,
  name,
  pins,
  since = [3, 0],
  options = [],
}: PythonWith): Promise<FoundProgram> {
  const list = 'requirements.txt';
  const target = targetOf(name, pins, list);
  return findPinned(title, target, {
    async make(folder) {
      const made = join(folder, 'python');
      await run(findPython(since), ['-m', 'venv', made], folder);
      const packages = [...options, '--requirement', inRepository(pins, list)];
      await run(join(made, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...packages], folder);
      return { made, how: 'installed' };
    },
    programOf: () => Promise.resolve(join(target, 'bin/python')),
  });
}

function findPython([major, minor]: readonly [major: number, minor: number]): string {
  const isRecentEnough = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`;
  const found = ['python3', 'python3.14', 'python3.13', ...pythonsOfPyenv()].find(
    (python) => spawnSync(python, ['-c', isRecentEnough]).status === 0,
  );
  if (found === undefined) throw new Error(`it needs Python ${major}.${minor} or newer`);
  return found;
}

/** Pyenv has versions that it does not put in the path. */
function pythonsOfPyenv(): readonly string[] {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  return existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, 'bin/python3')) : [];
}

type Steps = {
  readonly make: (folder: string) => Promise<{ readonly made: string; readonly how: string }>;
  readonly programOf: () => Promise<string>;
};

/** The language or its registry may not be there: that is no fault of the project, and is reported. */
async function findPinned(title: string, target: string, { make, programOf }: Steps): Promise<FoundProgram> {
  try {
    await keepInCache({ target, name: title, isThere: () => existsSync(target), get: make }, report);
    return { program: await programOf() };
  } catch (error) {
    return { missing: `No ${title} here: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Where a program is kept that is made of what a list of versions in a folder says; another list is another program. */
function targetOf(name: string, folder: string, list: string): string {
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
