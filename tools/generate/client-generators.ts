import { join } from 'node:path';
import { inRepository } from '../../scripts/paths.js';
import { buildFromModules } from '../../scripts/stack/go-build.js';
import { findPinned, run, targetOf, type FoundProgram } from './pinned-program.js';

/** Public generators of clients, at the versions that `tools/api-clients` pins; kept in the cache of this user. */
const pins = 'tools/api-clients';

/** `oapi-codegen`, with everything that its clients import. Takes about two minutes of a processor the first time. */
export async function findGoGenerator(): Promise<FoundProgram> {
  const target = targetOf('oapi-codegen', pins, 'go.sum');
  return findPinned({
    title: 'Go generator',
    target,
    async get(folder) {
      const made = join(folder, 'oapi-codegen');
      const commands = ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'];
      const problem = await buildFromModules({ modules: pins, commands, output: made }, process.env);
      if (problem !== undefined) throw new Error(problem);
      return { made, how: 'built' };
    },
    async programOf() {
      const parts = ['github.com/oapi-codegen/runtime', 'github.com/google/uuid'];
      await run('go', ['mod', 'download', ...parts], inRepository(pins));
      return target;
    },
  });
}

/** The Python that has `openapi-python-client`. */
export async function findPythonGenerator(): Promise<FoundProgram> {
  const target = targetOf('openapi-python-client', pins, 'requirements.txt');
  return findPinned({
    title: 'Python generator',
    target,
    async get(folder) {
      const made = join(folder, 'python');
      const list = inRepository(pins, 'requirements.txt');
      await run('python3', ['-m', 'venv', made], folder);
      await run(join(made, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', list], folder);
      return { made, how: 'installed' };
    },
    programOf: () => Promise.resolve(join(target, 'bin/python')),
  });
}
