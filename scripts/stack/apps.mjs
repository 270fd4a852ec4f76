import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startProgram } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRepository, shown } from '../paths.mjs';
import { attentionOf, watchLog } from './log-watch.mjs';

const readySeconds = 120;
const drainSeconds = 15;
const requestMilliseconds = 2_000;
const pollMilliseconds = 50;
const lastLinesMax = 5;

const worker = /** @type {const} */ ({
  program: 'dist/apps/worker/src/main.js',
  readyPath: '/health/ready',
  portVariable: 'WORKER_PORT',
});
const api = /** @type {const} */ ({
  program: 'dist/apps/api/src/main.js',
  readyPath: '/health/ready',
  portVariable: 'API_PORT',
});

/**
 * Each app: its program, the path that answers 200 once it can do its work, and the variable that tells it its port.
 * `worker2` and `api2` are further instances, for a stack that asks for them.
 */
export const appTable = /** @type {const} */ ({
  sandbox: {
    program: 'dist/apps/sandbox/src/main.js',
    readyPath: '/health/live',
    portVariable: 'SANDBOX_PORT',
  },
  worker,
  worker2: worker,
  api,
  api2: api,
  checkout: {
    program: 'dist/apps/checkout/src/main.js',
    readyPath: '/health/live',
    portVariable: 'CHECKOUT_PORT',
  },
});

/** @typedef {keyof typeof appTable} AppName */

/**
 * @typedef {object} App
 * @property {number} pid
 * @property {string} logFile
 * @property {() => Promise<void>} start after a kill or a stop; returns when it can do its work
 * @property {(signal?: NodeJS.Signals) => Promise<import('../children.mjs').Exit>} kill sends the signal (SIGKILL) and
 *   returns when the process is gone
 * @property {() => void} pause stops it in its tracks (SIGSTOP), as a machine that hangs
 * @property {() => void} resume
 * @property {(environment?: NodeJS.ProcessEnv) => Promise<void>} restart drains, ends and starts it again; with other
 *   variables from then on, when given
 * @property {() => Promise<void>} stop drains and ends
 */

/** @typedef {(name: string, exit: import('../children.mjs').Exit, logFile: string) => void} TellExit */

/**
 * Starts one app and returns when it can do its work.
 * @param {object} options
 * @param {AppName} options.name
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {number} options.port
 * @param {string} options.dataDirectory
 * @param {import('../report.mjs').Report} options.report
 * @param {TellExit} options.onUnexpectedExit not told of an app that never became ready: that is a failure to start
 * @returns {Promise<App>}
 */
export async function startApp({ name, environment, port, dataDirectory, report, onUnexpectedExit }) {
  const program = inRepository(appTable[name].program);
  if (!existsSync(program))
    throw new Failure(`${appTable[name].program} does not exist.`, ['Run "npm run build".']);
  const logFile = join(dataDirectory, 'logs', `${name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');

  let variables = { ...environment, [appTable[name].portVariable]: String(port) };

  const launchUntilReady = async () => {
    const log = watchLog(name, logFile, report.warn);
    let ready = false;
    const child = launch(program, variables, logFile, (exit) => {
      if (ready) onUnexpectedExit(name, exit, logFile);
    });
    void child.exited.then(() => log.stop());
    await waitUntilReady(name, port, child, logFile);
    ready = true;
    return child;
  };

  let child = await launchUntilReady();
  const app = {
    get pid() {
      return child.pid;
    },
    logFile,
    async start() {
      if (child.exit() !== undefined) child = await launchUntilReady();
    },
    async stop() {
      await child.stop();
    },
    async kill(/** @type {NodeJS.Signals} */ signal = 'SIGKILL') {
      child.signal(signal);
      return child.exited;
    },
    pause() {
      child.signal('SIGSTOP');
    },
    resume() {
      child.signal('SIGCONT');
    },
    async restart(/** @type {NodeJS.ProcessEnv} */ changed = {}) {
      await app.stop();
      variables = { ...variables, ...changed };
      await app.start();
    },
  };
  return app;
}

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} logFile
 * @param {(exit: import('../children.mjs').Exit) => void} onUnexpectedExit
 */
function launch(program, environment, logFile, onUnexpectedExit) {
  const output = openSync(logFile, 'a');
  const options = { environment, output, graceSeconds: drainSeconds, leavesFirst: true, onUnexpectedExit };
  const child = startProgram(['--enable-source-maps', program], options);
  closeSync(output);
  return child;
}

/**
 * @param {AppName} name
 * @param {number} port
 * @param {import('../children.mjs').Child} child
 * @param {string} logFile
 */
async function waitUntilReady(name, port, child, logFile) {
  const { readyPath } = appTable[name];
  const until = Date.now() + readySeconds * 1_000;
  while (Date.now() < until) {
    const exit = child.exit();
    if (exit !== undefined)
      throw notStarted(name, `ended with ${exit.signal ?? `code ${exit.code}`}`, logFile);
    if (await answersOk(port, readyPath)) return;
    await sleep(pollMilliseconds);
  }
  await child.stop();
  throw notStarted(name, `did not answer ${readyPath} with 200 within ${readySeconds} s`, logFile);
}

/**
 * @param {AppName} name
 * @param {string} what
 * @param {string} logFile
 */
function notStarted(name, what, logFile) {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const telling = lines.map(attentionOf).filter((line) => line !== undefined);
  return new Failure(`${name} ${what}.`, [...telling.slice(-lastLinesMax), `Read ${shown(logFile)}.`]);
}

/**
 * @param {number} port
 * @param {string} path
 * @returns {Promise<boolean>}
 */
function answersOk(port, path) {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path, timeout: requestMilliseconds, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}
