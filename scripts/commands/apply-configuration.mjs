import { resolve } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { runToEnd } from '../children.mjs';
import { explain } from '../failure.mjs';
import { dataDirectoryFrom, inRepository, root } from '../paths.mjs';
import { applyConfiguration } from '../stack/preparation.mjs';
import { reachAsAdmin } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/** As of git: 1 says that there are differences, so trouble needs another number. */
const troubleCode = 2;

/**
 * Applies the configuration file to the database.
 * @type {import('../run-command.mjs').Command}
 */
export async function apply({ report, environment }, files) {
  await bootstrap(report, environment);
  const applyFiles = async (/** @type {NodeJS.ProcessEnv} */ variables) => {
    const said = await applyConfiguration(variablesFor(variables), pathsOf(files, environment));
    if (said.trim() !== '') report.note(said.trim());
    report.note('✔ Configuration applied');
  };
  await reachAsAdmin({ report, environment }, applyFiles, { migrates: true });
  return 0;
}

/**
 * Shows what applying the file would change: exit code 0 nothing, 1 something, 2 trouble.
 * @type {import('../run-command.mjs').Command}
 */
export async function compare(context, files) {
  try {
    return await runProgram('dist/apps/admin/src/compare-configuration.js', context, files);
  } catch (error) {
    const [first = '', ...rest] = explain(error);
    context.report.fail(first);
    for (const line of rest) context.report.note(line);
    return troubleCode;
  }
}

/**
 * Lists the versions that were applied, with who and when.
 * @type {import('../run-command.mjs').Command}
 */
export function history(context) {
  return runProgram('dist/apps/admin/src/list-configurations.js', context, []);
}

/**
 * @param {string} program
 * @param {import('../run-command.mjs').Context} context
 * @param {readonly string[]} files
 */
async function runProgram(program, { report, environment }, files) {
  await bootstrap(report, environment);
  return reachAsAdmin({ report, environment }, async (variables) => {
    const { code, output } = await runToEnd(
      process.execPath,
      [inRepository(program), ...pathsOf(files, environment)],
      { environment: variablesFor(variables) },
    );
    report.note(output.trim());
    return code;
  });
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
function variablesFor(environment) {
  return {
    ...environment,
    ...gatewaySecrets(dataDirectoryFrom(environment), environment),
    GATEWAY_CONFIG: resolve(root, environment.GATEWAY_CONFIG || 'config/gateway.yaml'),
  };
}

/**
 * npm goes to the repository first; a path is meant from where the person is.
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} environment
 */
function pathsOf(files, environment) {
  return files.map((file) => resolve(environment.INIT_CWD ?? process.cwd(), file));
}
