import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { root } from '../paths.js';

/**
 * The file that runs a process (`api`) or a program of the administrator (`admin/migrate`). Copies with a defect in them, and
 * releases from before there were bundles, have what was compiled alone. A Failure where tests, which do not build, find none.
 */
export function builtProgram(name: string, build = root): string {
  const [app, program = 'main'] = name.split('/');
  const files = [`dist/bundles/${name}.js`, `dist/apps/${app}/src/${program}.js`];
  const found = files.map((file) => join(build, file)).find((file) => existsSync(file));
  if (found === undefined) throw new Failure(`${files[0]} does not exist.`, ['Run "npm run build".']);
  return found;
}
