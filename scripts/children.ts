import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { execa } from 'execa';

import { Failure } from './failure.mjs';
import { root } from './paths.js';

const leash = fileURLToPath(new URL('./leash.mjs', import.meta.url));
const commandNotFound = 127;
const defaultGraceSeconds = 10;
const deadlySignals = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT']);

/** Its code, or the signal that ended it. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Child = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** How it ended, undefined while it runs. */
  exit(): Exit | undefined;
  /** Sends a signal, through the leash where there is one. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it in order, and with force after its grace. */
  stop(): Promise<Exit>;
};

export type ChildOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly directory?: string;
  /** `inherit`: it reads what people type, and Ctrl-C reaches it as well. */
  readonly input?: 'pipe' | 'inherit';
  /** Where standard output and error go; a number is a file descriptor. */
  readonly output?: 'pipe' | 'inherit' | number;
  /** Instead: the file that it appends them to by itself, so that nothing is lost when this process ends. */
  readonly logFile?: string;
  readonly stopSignal?: NodeJS.Signals;
  readonly graceSeconds?: number;
  /** Stopped, and waited for, before the servers it needs. */
  readonly leavesFirst?: boolean;
  /** Called when it ends without `stop` or a deadly `signal` from here. */
  readonly onUnexpectedExit?: (exit: Exit) => void;
};

const living = new Set<{ readonly child: Child; readonly leavesFirst: boolean }>();
let isClosed = false;

/** Starts any command under a leash, which ends the command when this process ends, however that happens. */
export function startOnLeash(command: string, words: readonly string[], options: ChildOptions): Child {
  return start(...onLeash(command, words, options)).child;
}

/** Starts one of our own programs (the file and its arguments), which watches its standard input itself (LEASH=stdin). */
export function startProgram(program: readonly string[], options: ChildOptions): Child {
  const environment = { ...options.environment, LEASH: 'stdin' };
  return start(program, { ...options, environment }).child;
}

/** Runs one of our own short programs with our input and output. Returns its exit code. */
export async function runInForeground(program: readonly string[], options: ChildOptions): Promise<number> {
  const { exited } = start(program, { ...options, input: 'inherit', output: 'inherit' }).child;
  return (await exited).code ?? 1;
}

/** Runs a command to its end and returns its output instead of printing it. */
export async function runToEnd(
  command: string,
  words: readonly string[],
  options: ChildOptions,
): Promise<{ readonly code: number; readonly output: string }> {
  const { child, output } = start(...onLeash(command, words, options));
  return { code: (await child.exited).code ?? 1, output: await output };
}

/** Ends every child of this process, those first that need the others, and lets no new one start. */
export async function stopChildren(): Promise<void> {
  isClosed = true;
  await Promise.all([...living].filter((one) => one.leavesFirst).map((one) => one.child.stop()));
  await Promise.all([...living].map((one) => one.child.stop()));
}

/** Waits until a child can do its work. Says how it ended where it did; where it takes too long, it is stopped. */
export async function awaitReady(
  child: Child,
  isReady: () => boolean | Promise<boolean>,
  { seconds, pollMilliseconds }: { readonly seconds: number; readonly pollMilliseconds: number },
): Promise<'ready' | 'late' | Exit> {
  const until = Date.now() + seconds * 1_000;
  while (Date.now() < until) {
    const exit = child.exit();
    if (exit !== undefined) return exit;
    if (await isReady()) return 'ready';
    await sleep(pollMilliseconds);
  }
  await child.stop();
  return 'late';
}

type Send = (child: { readonly stdin: { write(text: string): void } | null }, signal: NodeJS.Signals) => void;

function onLeash(
  command: string,
  words: readonly string[],
  options: ChildOptions,
): [program: readonly string[], options: ChildOptions, send: Send] {
  const { stopSignal = 'SIGTERM', graceSeconds = defaultGraceSeconds } = options;
  const program = [leash, stopSignal, String(graceSeconds), command, ...words];
  return [program, options, ({ stdin }, signal) => stdin?.write(`${signal}\n`)];
}

function start(program: readonly string[], options: ChildOptions, send?: Send) {
  if (isClosed) throw new Failure('Interrupted.');
  const { input = 'pipe', graceSeconds = defaultGraceSeconds, leavesFirst = false, logFile } = options;
  if (logFile !== undefined) mkdirSync(dirname(logFile), { recursive: true });
  const output = logFile === undefined ? (options.output ?? 'pipe') : openSync(logFile, 'a');
  // execa takes any descriptor, but its types list those of the standard streams only.
  const asExeca = output as 'pipe' | 'inherit';
  const running = execa(process.execPath, program, {
    cwd: options.directory ?? root,
    env: options.environment,
    extendEnv: false,
    stdin: input,
    stdout: asExeca,
    stderr: asExeca,
    all: true,
    stripFinalNewline: false,
    reject: false,
    // A session of its own keeps Ctrl-C away from it: we stop our children ourselves, in order.
    detached: input === 'pipe',
    cleanup: false,
    // A leash needs its own grace first, and a moment to report.
    forceKillAfterDelay: (graceSeconds + 2) * 1_000,
  });
  if (logFile !== undefined && typeof output === 'number') closeSync(output);
  running.stdin?.on('error', () => undefined);

  let exit: Exit | undefined;
  let isMeant = false;
  const exited = running.then(({ exitCode, signal }): Exit => {
    const code = exitCode ?? (signal === undefined ? commandNotFound : null);
    return { code, signal: signal ?? null };
  });
  const child: Child = {
    pid: running.pid ?? 0,
    exited,
    exit: () => exit,
    signal(signal) {
      isMeant ||= deadlySignals.has(signal);
      if (send) send(running, signal);
      // Not execa's own `kill`, which adds a SIGKILL of its own after SIGTERM.
      else if (running.exitCode === null && running.signalCode === null) process.kill(child.pid, signal);
    },
    async stop() {
      isMeant = true;
      running.kill('SIGTERM');
      const result = await exited;
      running.stdin?.destroy();
      return result;
    },
  };
  const one = { child, leavesFirst };
  living.add(one);
  void exited.then((result) => {
    exit = result;
    living.delete(one);
    if (!isMeant) options.onUnexpectedExit?.(result);
  });
  return { child, output: running.then(({ all }) => all ?? '') };
}
