import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Names one process for ever: a number that the system has given to another process since has another identity.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs (a zombie doesn't)
 */
export function processIdentity(pid) {
  if (process.platform !== 'linux') return ask(pid, 'lstart');
  const fields = statFields(pid);
  if (fields === undefined || fields[0] === 'Z') return undefined;
  return fields[19];
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
 * The parent of a process, or undefined.
 * @param {number} pid
 */
export function parentOf(pid) {
  const parent = process.platform === 'linux' ? statFields(pid)?.[1] : ask(pid, 'ppid');
  return parent === undefined ? undefined : Number(parent);
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
