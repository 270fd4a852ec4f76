import { spawn } from 'node:child_process';

import { Failure } from './failure.mjs';
import { inRepository } from './paths.mjs';

const leash = inRepository('scripts/stack/leash.mjs');
const defaultGraceSeconds = 10;
/** @type {ReadonlySet<NodeJS.Signals>} */
const deadlySignals = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT']);

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit */

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {Promise<Exit>} exited
 * @property {() => Exit | undefined} exit how it ended, undefined while it runs
 * @property {(signal: NodeJS.Signals) => void} signal sends a signal, through the leash where there is one
 * @property {() => Promise<Exit>} stop ends it in order, and with force after its grace
 * @property {import('node:stream').Readable | null} stdout
 * @property {import('node:stream').Readable | null} stderr
 */

/**
 * @typedef {object} ChildOptions
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} [directory]
 * @property {'pipe' | 'inherit'} [input] `inherit`: it reads what people type, and Ctrl-C reaches it as well
 * @property {'pipe' | 'inherit' | number} [output] where standard output and error go; a number is a file descriptor
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [graceSeconds]
 * @property {boolean} [leavesFirst] stopped, and waited for, before the servers it needs
 * @property {(exit: Exit) => void} [onUnexpectedExit] told when it ends without `stop` or a deadly `signal` from here
 */

/** @type {Set<{ child: Child, leavesFirst: boolean }>} */
const living = new Set();
let closed = false;

/**
 * Starts a command that knows nothing of leashes, under one: it ends when this process does, however this process ends.
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {ChildOptions} options
 * @returns {Child}
 */
export function startOnLeash(command, commandArguments, options) {
  const { stopSignal = 'SIGTERM', graceSeconds = defaultGraceSeconds } = options;
  const all = [leash, stopSignal, String(graceSeconds), command, ...commandArguments];
  return start(process.execPath, all, options, (child, signal) => child.stdin?.write(`${signal}\n`));
}

/**
 * Starts one of our own programs, which watches its standard input itself (LEASH=stdin).
 * @param {readonly string[]} programArguments the file and its arguments
 * @param {ChildOptions} options
 * @returns {Child}
 */
export function startProgram(programArguments, options) {
  const environment = { ...options.environment, LEASH: 'stdin' };
  return start(process.execPath, programArguments, { ...options, environment }, (child, signal) =>
    child.kill(signal),
  );
}

/**
 * Runs one of our own short programs in our place: with our input and output. Returns its exit code.
 * @param {readonly string[]} programArguments the file and its arguments
 * @param {ChildOptions} options
 * @returns {Promise<number>}
 */
export async function runInForeground(programArguments, options) {
  const inOurPlace = /** @type {const} */ ({ ...options, input: 'inherit', output: 'inherit' });
  const child = start(process.execPath, programArguments, inOurPlace, (it, signal) => it.kill(signal));
  const { code } = await child.exited;
  return code ?? 1;
}

/**
 * Runs a command to its end and returns what it printed. Nothing is printed here.
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {ChildOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runToEnd(command, commandArguments, options) {
  const child = startOnLeash(command, commandArguments, { ...options, output: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const { code } = await child.exited;
  return { code: code ?? 1, output };
}

/**
 * Ends every child of this process, those first that need the others, and lets no new one start.
 */
export async function stopChildren() {
  closed = true;
  await Promise.all([...living].filter((one) => one.leavesFirst).map((one) => one.child.stop()));
  await Promise.all([...living].map((one) => one.child.stop()));
}

/**
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {ChildOptions} options
 * @param {(child: import('node:child_process').ChildProcess, signal: NodeJS.Signals) => void} send
 * @returns {Child}
 */
function start(command, commandArguments, options, send) {
  if (closed) throw new Failure('Interrupted.');
  const { input = 'pipe', output = 'pipe' } = options;
  // A session of its own keeps Ctrl-C away from it: we stop our children ourselves, in order.
  const child = spawn(command, commandArguments, {
    cwd: options.directory ?? inRepository(),
    env: options.environment,
    stdio: [input, output, output],
    detached: input === 'pipe',
  });
  child.stdin?.on('error', () => {});
  /** @type {Exit | undefined} */
  let exit;
  let isMeant = false;
  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    // 'close' follows 'exit' once the output is read to its end.
    child.once(output === 'pipe' ? 'close' : 'exit', (code, signal) => resolve({ code, signal }));
  });
  const one = {
    leavesFirst: options.leavesFirst === true,
    child: {
      pid: child.pid ?? 0,
      exited,
      exit: () => exit,
      signal: (/** @type {NodeJS.Signals} */ signal) => {
        isMeant ||= deadlySignals.has(signal);
        send(child, signal);
      },
      stop: () => {
        isMeant = true;
        return stop(child, exited, options);
      },
      stdout: child.stdout,
      stderr: child.stderr,
    },
  };
  living.add(one);
  void exited.then((result) => {
    exit = result;
    living.delete(one);
    if (!isMeant) options.onUnexpectedExit?.(result);
  });
  return one.child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<Exit>} exited
 * @param {ChildOptions} options
 */
async function stop(child, exited, { graceSeconds = defaultGraceSeconds }) {
  child.kill('SIGTERM');
  // A leash needs its own grace first, and a moment to tell.
  const timer = setTimeout(() => child.kill('SIGKILL'), (graceSeconds + 2) * 1_000);
  const result = await exited;
  clearTimeout(timer);
  child.stdin?.destroy();
  return result;
}
