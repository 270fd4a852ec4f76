import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from '../children.js';
import { createReport, type Report } from '../report.js';
import { cacheFolder, keepInCache } from './cache.js';

export type PrometheusPrograms = { readonly prometheus: string; readonly promtool: string };
/** The reason why no program was found. */
export type Missing = { readonly missing: string };

/** Prometheus and promtool: those of this machine, else those of Debian's package. */
export async function findPrometheus(report: Report = createReport()): Promise<PrometheusPrograms | Missing> {
  const found = await findPrograms({ name: 'Prometheus', names: ['prometheus', 'promtool'] }, report);
  if ('missing' in found) return found;
  const [prometheus = '', promtool = ''] = found.programs;
  return { prometheus, promtool };
}

/**
 * Alertmanager, where it is installed: Debian's reads a template below /usr/share, so unpacking its package does not
 * suffice. Debian names the program `prometheus-alertmanager`.
 */
export function findAlertmanager(): string | undefined {
  return ['alertmanager', 'prometheus-alertmanager'].find((program) => works([program]));
}

/** amtool, which checks what Alertmanager reads: that of this machine, else that of Debian's package. */
export async function findAmtool(
  report: Report = createReport(),
): Promise<{ readonly amtool: string } | Missing> {
  if (works(['amtool'])) return { amtool: 'amtool' };
  const names = ['prometheus-alertmanager', 'amtool'] as const;
  const found = await findPrograms({ name: 'Alertmanager', names }, report);
  if ('missing' in found) return found;
  const [, amtool = ''] = found.programs;
  return { amtool };
}

type Wanted = {
  readonly name: string;
  /** Of the programs; the first is the name of Debian's package, too. */
  readonly names: readonly [string, string];
};

/** Installed programs, else those of Debian's package, which is unpacked into the user's cache without installation. */
async function findPrograms(
  { name, names }: Wanted,
  report: Report,
): Promise<{ readonly programs: readonly string[] } | Missing> {
  if (works(names)) return { programs: names };
  const [packageName] = names;
  const target = join(cacheFolder(process.env), packageName);
  const programs = names.map((program) => join(target, 'usr/bin', program));
  try {
    await keepInCache(
      { target, name, isThere: () => works(programs), get: (folder) => fetchPackage(packageName, folder) },
      report,
    );
    return works(programs)
      ? { programs }
      : { missing: `Debian's package of ${name} does not run on this machine` };
  } catch {
    return { missing: `${name} is not installed, and Debian's package of it could not be fetched` };
  }
}

function works(programs: readonly string[]): boolean {
  return programs.every((program) => spawnSync(program, ['--version']).status === 0);
}

async function fetchPackage(
  name: string,
  folder: string,
): Promise<{ readonly made: string; readonly how: string }> {
  await run('apt-get', ['download', name], folder);
  const [file = ''] = readdirSync(folder).filter((one) => one.endsWith('.deb'));
  const made = join(folder, 'unpacked');
  await run('dpkg-deb', ['-x', join(folder, file), made], folder);
  return { made, how: "from Debian's package" };
}

async function run(command: string, words: readonly string[], directory: string): Promise<void> {
  const { code, output } = await runToEnd(command, words, { environment: process.env, directory });
  if (code !== 0) throw new Error(output);
}
