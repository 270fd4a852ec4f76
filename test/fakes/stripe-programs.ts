import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inRepository } from '../../scripts/paths.js';
import { buildFromModules } from '../../scripts/stack/go-build.js';
import { findPinned, run, targetOf, type FoundProgram } from '../../tools/generate/pinned-program.js';

/** Two servers that nobody here wrote, at the versions that `tools/stripe` pins; kept in the cache of this user. */
const pins = 'tools/stripe';

/** Stripe's own stripe-mock. */
export function findStripeMock(): Promise<FoundProgram> {
  const target = targetOf('stripe-mock', pins, 'go.sum');
  return findPinned({
    title: 'stripe-mock',
    target,
    async get(folder) {
      const made = join(folder, 'stripe-mock');
      const commands = ['github.com/stripe/stripe-mock'];
      const problem = await buildFromModules({ modules: pins, commands, output: made }, process.env);
      if (problem !== undefined) throw new Error(problem);
      return { made, how: 'built' };
    },
    programOf: () => Promise.resolve(target),
  });
}

/** The Python that has Stripe World. */
export function findStripeWorld(): Promise<FoundProgram> {
  const target = targetOf('stripe-world', pins, 'requirements.txt');
  return findPinned({
    title: 'Stripe World',
    target,
    async get(folder) {
      const made = join(folder, 'python');
      const list = inRepository(pins, 'requirements.txt');
      await run(findPython(), ['-m', 'venv', made], folder);
      // It says that it needs 3.14; `serve_world.py` makes up for the difference.
      const install = ['-m', 'pip', 'install', '--quiet', '--ignore-requires-python', '--requirement', list];
      await run(join(made, 'bin/python'), install, folder);
      return { made, how: 'installed' };
    },
    programOf: () => Promise.resolve(join(target, 'bin/python')),
  });
}

const isRecentEnough = 'import sys; sys.exit(sys.version_info < (3, 13))';

function findPython(): string {
  const found = ['python3', 'python3.14', 'python3.13'].find(
    (python) => spawnSync(python, ['-c', isRecentEnough]).status === 0,
  );
  if (found === undefined) throw new Error('it needs Python 3.13 or newer');
  return found;
}
