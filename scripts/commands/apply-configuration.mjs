import { resolve } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { runToEnd } from '../children.mjs';
import { explain } from '../failure.mjs';
import { dataDirectoryFrom, inRepository, root } from '../paths.mjs';
import { applyConfiguration, migrateDatabase } from '../stack/preparation.mjs';
import { reachDatabase } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/** As of git: 1 says that there are differences, so trouble needs another number. */
const troubleCode = 2;

/**
 * Applies the configuration file to the database.
 * @type {import('../run-command.mjs').Command}
 */
export async function apply({ report, environment }, files) {
  await bootstrap(report, environment);
  await reachDatabase({ report, environment }, async (url) => {
    const variables = variablesFor(environment, url);
    await migrateDatabase(variables);
    const said = await applyConfiguration(variables, pathsOf(files, environment));
    if (said.trim() !== '') report.note(said.trim());
    report.note('✔ Configuration applied');
  });
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
  return reachDatabase({ report, environment }, async (url) => {
    const { code, output } = await runToEnd(
      process.execPath,
      [inRepository(program), ...pathsOf(files, environment)],
      { environment: variablesFor(environment, url) },
    );
    report.note(output.trim());
    return code;
  });
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} url
 * @returns {NodeJS.ProcessEnv}
 */
function variablesFor(environment, url) {
  return {
    ...environment,
    ...gatewaySecrets(dataDirectoryFrom(environment), environment),
    GATEWAY_CONFIG: resolve(root, environment.GATEWAY_CONFIG || 'config/gateway.yaml'),
    DATABASE_URL: url,
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
