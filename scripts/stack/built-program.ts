import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { root } from '../paths.js';

/**
 * The file that runs a process (`api`) or a program of the administrator (`admin/migrate`). Copies with a defect in them, and
 * releases from before there were bundles, have what was compiled alone.
 */
export function builtProgram(name: string, build = root): string {
  const bundle = join(build, `dist/bundles/${name}.js`);
  if (existsSync(bundle)) return bundle;
  const [app = '', program = 'main'] = name.split('/');
  return requireBuilt(`dist/apps/${app}/src/${program}.js`, build);
}

/** The path of a compiled program; a Failure where tests, which do not build, find none. */
function requireBuilt(program: string, build: string): string {
  const file = join(build, program);
  if (!existsSync(file)) throw new Failure(`${program} does not exist.`, ['Run "npm run build".']);
  return file;
}
