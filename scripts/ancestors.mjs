import { commandLine, parentOf, processIdentity } from './process-identity.mjs';

const pollMilliseconds = 1_000;
const generationsMax = 3;

/**
 * Calls back when npm, or the shell between npm and us, is gone without having told us: `kill -9` of npm leaves its
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
  let pid = process.ppid;
  for (let generation = 0; generation < generationsMax && pid > 1; generation += 1) {
    pids.push(pid);
    if (/\bnpm\b/.test(commandLine(pid) ?? '')) return pids;
    pid = parentOf(pid) ?? 0;
  }
  return [];
}
