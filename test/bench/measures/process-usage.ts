import { readdirSync, readFileSync } from 'node:fs';

/** Which processes make up each part of the stack. */
export type ProcessGroups = Readonly<Record<string, () => readonly number[]>>;

export type CpuSeconds = Readonly<Record<string, number>>;

/** Linux counts in hundredths of a second for programs. */
const ticksPerSecond = 100;

/** CPU seconds of each part so far, with those of its children that have ended. */
export function readCpu(groups: ProcessGroups): CpuSeconds {
  return Object.fromEntries(
    Object.entries(groups).map(([name, pids]) => [
      name,
      pids().reduce((total, pid) => total + cpuSecondsOf(pid), 0),
    ]),
  );
}

/** Resident memory in MiB. */
export function readMemory(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1_024;
}

/** The process and all that descend from it, as far as `isMeant` says so of their program's name. */
export function descendants(root: number, isMeant: (name: string) => boolean): readonly number[] {
  const parents = new Map<number, { parent: number; name: string }>();
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? readStat(Number(entry)) : undefined;
    if (stat) parents.set(Number(entry), { parent: Number(stat.fields[1]), name: stat.name });
  }
  const isBelow = (pid: number): boolean => {
    const known = parents.get(pid);
    return pid === root || (known !== undefined && isBelow(known.parent));
  };
  return [...parents].filter(([pid, { name }]) => isMeant(name) && isBelow(pid)).map(([pid]) => pid);
}

function cpuSecondsOf(pid: number): number {
  const fields = readStat(pid)?.fields ?? [];
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  return ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / ticksPerSecond;
}

/** The fields after the name, which may hold spaces and brackets itself. */
function readStat(pid: number): { readonly name: string; readonly fields: readonly string[] } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}
