import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { shown } from '../paths.mjs';

/**
 * Who owns a cluster, and the databases in it.
 * @typedef {{ user: string, databases: readonly [string, ...string[]] }} ClusterContent
 */

/** @type {ClusterContent} */
export const gatewayContent = { user: 'gateway', databases: ['gateway'] };
const nobody = 65_534;
const passwordBytes = 24;

/**
 * Makes the cluster with its databases, unless it is there. It is made under another name and renamed when whole, so
 * that an interrupted start leaves nothing half-made behind.
 * @param {string} folder `<data>/postgres`
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {ClusterContent} content
 * @returns {{ cluster: string, password: string, isNew: boolean }}
 */
export function ensureCluster(folder, binaries, content) {
  const cluster = join(folder, 'cluster');
  const found = existingCluster(folder);
  const isNew = found === undefined;
  if (found === undefined) make(folder, cluster, binaries, content);
  else requireUsable(cluster, found, binaries);
  return { cluster, password: clusterPassword(folder), isNew };
}

/**
 * The version and the owner of the cluster that is there, or undefined.
 * @param {string} folder `<data>/postgres`
 */
export function existingCluster(folder) {
  const cluster = join(folder, 'cluster');
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return undefined;
  return { major: Number(readFileSync(versionFile, 'utf8').trim()), owner: statSync(cluster).uid };
}

/**
 * The password of the cluster's user; it lives and dies with the cluster.
 * @param {string} folder `<data>/postgres`
 */
export function clusterPassword(folder) {
  return readFileSync(join(folder, 'password'), 'utf8').trim();
}

/**
 * @param {string} folder
 * @param {string} cluster
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {ClusterContent} content
 */
function make(folder, cluster, binaries, { user, databases }) {
  const draft = `${cluster}.new`;
  const passwordFile = join(folder, 'password');
  rmSync(draft, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${randomBytes(passwordBytes).toString('hex')}\n`, { mode: 0o600 });
  if (binaries.ownedByNobody) for (const path of [draft, passwordFile]) chownSync(path, nobody, nobody);

  run(binaries, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${user}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ]);
  // Without a running server there is no race with anybody, and no client is needed.
  run(
    binaries,
    binaries.postgres,
    ['--single', '-D', draft, 'postgres'],
    databases.map((name) => `CREATE DATABASE ${name};\n`).join(''),
  );
  renameSync(draft, cluster);
}

/**
 * @param {string} cluster
 * @param {{ major: number, owner: number }} found
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 */
function requireUsable(cluster, found, binaries) {
  const startAnew = `Delete ${shown(join(cluster, '..'))} to start with an empty database, or set GATEWAY_DATA.`;
  if (found.major !== binaries.major) {
    throw new Failure(
      `The data in ${shown(cluster)} are of Postgres ${found.major}, and ${binaries.title} cannot read them.`,
      [startAnew],
    );
  }
  const expected = binaries.ownedByNobody ? nobody : process.getuid?.();
  if (expected === undefined || found.owner === expected) return;
  throw new Failure(
    `The data in ${shown(cluster)} belong to user ${found.owner}; Postgres would run as ${expected}.`,
    ['Run as the user who made them, or', startAnew],
  );
}

/**
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {string} binary
 * @param {readonly string[]} binaryArguments
 * @param {string} [input]
 */
function run(binaries, binary, binaryArguments, input = '') {
  const [command = binary, ...rest] = [...binaries.prefix, binary, ...binaryArguments];
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    encoding: 'utf8',
    input,
    env: { ...process.env, LC_ALL: 'C' },
  });
  // A single-user server reports a failed statement, but exits with 0.
  if (status === 0 && !/\bERROR:|\bFATAL:/.test(stderr)) return;
  const said = `${stderr ?? ''}\n${stdout ?? ''}`
    .split('\n')
    .filter((line) => /error|fatal|panic/i.test(line));
  throw new Failure(`${binaries.title}: the database could not be made.`, [
    error?.message ?? said.slice(0, 3).join(' ') ?? '',
    'Set DATABASE_URL to a running server, or GATEWAY_DATA to another folder.',
  ]);
}
