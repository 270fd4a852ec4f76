import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, keepInCache } from '../../scripts/stack/cache.js';
import { createReport } from '../../scripts/report.js';

const run = promisify(execFile);

export type PrometheusPrograms = { readonly prometheus: string; readonly promtool: string };

/**
 * Prometheus and promtool: those of this machine, else those of Debian's package, which is fetched into the user's cache
 * without being installed. Or the reason why there are none.
 */
export async function findPrometheus(): Promise<PrometheusPrograms | { readonly missing: string }> {
  const installed = { prometheus: 'prometheus', promtool: 'promtool' };
  if (works(installed)) return installed;
  const target = join(cacheFolder(process.env), 'prometheus');
  const bin = join(target, 'usr/bin');
  const kept = { prometheus: join(bin, 'prometheus'), promtool: join(bin, 'promtool') };
  try {
    await keepInCache(
      { target, name: 'Prometheus', isThere: () => works(kept), get: fetchPackage },
      createReport(),
    );
    return kept;
  } catch {
    return { missing: "neither Prometheus nor Debian's package of it can be had" };
  }
}

function works({ prometheus, promtool }: PrometheusPrograms): boolean {
  return [prometheus, promtool].every((program) => spawnSync(program, ['--version']).status === 0);
}

async function fetchPackage(folder: string): Promise<{ readonly made: string; readonly how: string }> {
  await run('apt-get', ['download', 'prometheus'], { cwd: folder });
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  const made = join(folder, 'unpacked');
  await run('dpkg-deb', ['-x', join(folder, file), made]);
  return { made, how: "from Debian's package" };
}
