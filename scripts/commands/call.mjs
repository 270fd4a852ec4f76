import { spawn } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { inRepository, root } from '../paths.mjs';
import { stackUrls } from '../stack/environment.mjs';
import { choosePorts } from '../stack/ports.mjs';

/**
 * Signs and sends one request to API_URL: call METHOD PATH [body.json] [--key id].
 * @type {import('../run-command.mjs').Command}
 */
export function call(context, commandArguments) {
  return runProgram('dist/tools/demo/call.js', context, commandArguments);
}

/**
 * Asks API_URL which way a transaction would go: route --method pix [--amount 20] [--key id].
 * @type {import('../run-command.mjs').Command}
 */
export function route(context, commandArguments) {
  return runProgram('dist/tools/demo/route.js', context, commandArguments);
}

/**
 * @param {string} program
 * @param {import('../run-command.mjs').Context} context
 * @param {readonly string[]} commandArguments
 * @returns {Promise<number>}
 */
async function runProgram(program, { report, environment }, commandArguments) {
  await bootstrap(report, environment);
  const API_URL = environment.API_URL || stackUrls(choosePorts(environment)).api;
  const GATEWAY_CONFIG = resolvePath(root, environment.GATEWAY_CONFIG || 'config/gateway.yaml');
  // Standard input is the person's, for a body that is piped in; so there is no leash, and Ctrl-C reaches both.
  const child = spawn(process.execPath, [inRepository(program), ...commandArguments], {
    // npm goes to the repository first; a body's path is meant from where the person is.
    cwd: environment.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
    env: { ...environment, API_URL, GATEWAY_CONFIG },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
