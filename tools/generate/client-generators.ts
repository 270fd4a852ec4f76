import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../scripts/children.js';
import { inRepository } from '../../scripts/paths.js';
import { cacheFolder, keepInCache } from '../../scripts/stack/cache.js';
import { buildFromModules } from '../../scripts/stack/go-build.js';

/** Public generators of clients, at the versions that `tools/api-clients` pins; kept in the cache of this user. */
const pins = 'tools/api-clients';

/** A program that runs here; or why it is missing. */
export type Generator = { readonly program: string } | { readonly missing: string };

/** `oapi-codegen`, with everything that its clients import. Takes about two minutes of a processor the first time. */
export async function findGoGenerator(): Promise<Generator> {
  const target = join(cacheFolder(process.env), `oapi-codegen-${digestOf('go.sum')}`);
  const get = async (folder: string) => {
    const made = join(folder, 'oapi-codegen');
    const commands = ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'];
    const problem = await buildFromModules({ modules: pins, commands, output: made }, process.env);
    if (problem !== undefined) throw new Error(problem);
    return { made, how: 'built' };
  };
  return found(target, 'Go generator', get, async () => {
    await run('go', ['mod', 'download', 'github.com/oapi-codegen/runtime', 'github.com/google/uuid']);
    return target;
  });
}

/** The Python that has `openapi-python-client`. */
export async function findPythonGenerator(): Promise<Generator> {
  const target = join(cacheFolder(process.env), `openapi-python-client-${digestOf('requirements.txt')}`);
  const get = async (folder: string) => {
    const made = join(folder, 'python');
    await run('python3', ['-m', 'venv', made]);
    const list = inRepository(pins, 'requirements.txt');
    await run(join(made, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', list]);
    return { made, how: 'installed' };
  };
  return found(target, 'Python generator', get, () => Promise.resolve(join(target, 'bin/python')));
}

/** The language or its registry may not be there: that is no fault of the project, and is reported. */
async function found(
  target: string,
  name: string,
  get: (folder: string) => Promise<{ readonly made: string; readonly how: string }>,
  programOf: () => Promise<string>,
): Promise<Generator> {
  try {
    await keepInCache({ target, name, isThere: () => existsSync(target), get }, report);
    return { program: await programOf() };
  } catch (error) {
    return { missing: `No ${name} here: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Runs a command to its end, by default where the versions are pinned. Throws with what it said. */
export async function run(
  command: string,
  words: readonly string[],
  directory = inRepository(pins),
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, output } = await runToEnd(command, words, {
    directory,
    environment: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', ...environment },
  });
  if (code === 0) return output;
  throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${output}`);
}

function digestOf(list: string): string {
  return createHash('sha256')
    .update(readFileSync(inRepository(pins, list)))
    .digest('hex')
    .slice(0, 12);
}

const silent = () => undefined;
const report = {
  step: <T>(_doing: string, work: (progress: { doing(): void; done(): void }) => Promise<T>) =>
    work({ doing: silent, done: silent }),
  note: silent,
  warn: silent,
  fail: silent,
};
