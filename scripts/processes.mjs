import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const pollMilliseconds = 1_000;
const generationsMax = 3;

/**
 * An identity that stays unique when the system reuses the number of a process.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs (a zombie doesn't)
 */
export function processIdentity(pid) {
  if (process.platform !== 'linux') return ask(pid, 'lstart');
  const fields = statFields(pid);
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/**
 * The command line of a running process, or undefined.
 * @param {number} pid
 */
export function commandLine(pid) {
  if (process.platform !== 'linux') return ask(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls back when npm, or the shell between npm and us, ends without a signal to us: `kill -9` of npm leaves its
 * script running. Without npm above us nothing is watched, so that a script in the background survives its shell.
 * @param {() => void} onGone
 */
export function watchAncestors(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const watched = ancestorsUpToNpm().map((pid) => ({ pid, identity: processIdentity(pid) }));
  const timer = setInterval(() => {
    if (watched.every(({ pid, identity }) => processIdentity(pid) === identity)) return;
    clearInterval(timer);
    onGone();
  }, pollMilliseconds).unref();
}

/** The parents of this process up to the first npm; none when there is no npm among them. */
function ancestorsUpToNpm() {
  const pids = [];
  for (let pid = process.ppid; pids.length < generationsMax && pid > 1; pid = parentOf(pid)) {
    pids.push(pid);
    if (/\bnpm\b/.test(commandLine(pid) ?? '')) return pids;
  }
  return [];
}

/** @param {number} pid */
function parentOf(pid) {
  return Number((process.platform === 'linux' ? statFields(pid)?.[1] : ask(pid, 'ppid')) ?? 0);
}

/**
 * The fields of /proc/<pid>/stat from the state on; the name before them may hold blanks and brackets.
 * @param {number} pid
 */
function statFields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @param {string} field
 */
function ask(pid, field) {
  const answer = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() || undefined : undefined;
}
