import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { root } from '../paths.js';

/**
 * The file that runs a process such as `api`. Copies with a defect in them, and releases from before there were bundles,
 * have only what tsc has compiled. Throws a Failure if nothing is built, as in tests, which do not build.
 */
export function builtProgram(app: string, build = root): string {
  const files = [`dist/bundles/${app}.js`, `dist/apps/${app}/src/main.js`];
  return findIn(build, files) ?? notBuilt(files);
}

/** The file and the words that run `gateway <words>`. `build`: the folder of another release, which may have no such command. */
export function gatewayProgram(words: readonly string[], build = root): readonly string[] {
  const files = ['dist/bundles/gateway.js', 'dist/apps/cli/src/main.js'];
  const file = findIn(build, files);
  if (file !== undefined) return [file, ...words];
  const [noun, verb, ...rest] = words;
  const former = formerPrograms[`${noun} ${verb}`];
  const formerFiles = [`dist/bundles/admin/${former}.js`, `dist/apps/admin/src/${former}.js`];
  return [findIn(build, formerFiles) ?? notBuilt(files), ...rest];
}

/** What releases before 1.0 have instead of the commands that the gate needs of the release before this one. */
const formerPrograms: Readonly<Record<string, string>> = {
  'config apply': 'apply-configuration',
  'schema migrate': 'migrate',
};

function findIn(build: string, files: readonly string[]): string | undefined {
  return files.map((file) => join(build, file)).find((file) => existsSync(file));
}

function notBuilt([file]: readonly string[]): never {
  throw new Failure(`${file} does not exist.`, ['Run "npm run build".']);
}
