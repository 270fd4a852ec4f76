/**
 * A supervisor that never lets its child outlive its owner: when standard input closes, because the owner ended in
 * whatever way, the child is stopped. Usage: node leash.mjs <stop signal> <grace in seconds> <command> [arguments]
 * A signal name written to standard input, one a line, is passed on to the child.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const commandNotFound = 127;
const bySignal = 128;

/** @type {Map<string, { name: NodeJS.Signals, number: number }>} */
const signals = new Map();
for (const name of /** @type {const} */ ([
  'SIGINT',
  'SIGTERM',
  'SIGKILL',
  'SIGQUIT',
  'SIGHUP',
  'SIGSTOP',
  'SIGCONT',
])) {
  signals.set(name, { name, number: constants.signals[name] });
}

const [stopSignal = '', graceSeconds = '', command = '', ...commandArguments] = process.argv.slice(2);
// Before there is a child: a signal that ended the leash alone would leave the child behind.
process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

let stopping = false;
// The output is the child's alone: if this process so much as looked at it, Node would make it non-blocking for both, and what a
// child writes while its reader is busy would be lost.
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

child.on('error', (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(commandNotFound);
});
child.on('exit', (code, signal) => {
  killGroup();
  process.exit(code ?? bySignal + (signals.get(signal ?? '')?.number ?? 0));
});

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => String(text).split('\n').forEach(send));
process.stdin.on('close', stop);
process.stdin.on('error', stop);

function stop() {
  if (stopping) return;
  stopping = true;
  send(stopSignal);
  setTimeout(killGroup, Number(graceSeconds) * 1_000);
}

/** @param {string} name */
function send(name) {
  const signal = signals.get(name);
  if (signal !== undefined) child.kill(signal.name);
}

/** Ends the child and whatever it started in its process group. */
function killGroup() {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is empty: nothing is left to end.
  }
}
