import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds of a process by the kind of its threads. */
export type ThreadSeconds = {
  readonly main: number;
  /** Of Temporal's core. */
  readonly core: number;
  /** Workflows, V8's helpers and Node's pool: not every version of Node names them. */
  readonly others: number;
};

const ticksPerSecond = 100;

/** CPU seconds so far of all threads that still run. */
export function readThreads(pid: number): ThreadSeconds {
  const sums = { main: 0, core: 0, others: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('('), stat.lastIndexOf(')'));
    const kind = Number(thread) === pid ? 'main' : /tokio|temporal/.test(name) ? 'core' : 'others';
    sums[kind] += cpuSecondsIn(stat);
  }
  return sums;
}

/** CPU seconds of a thread, from its `stat`: the name comes first and may contain anything. */
export function cpuSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
