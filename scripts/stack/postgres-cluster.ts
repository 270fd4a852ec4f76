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
import { shown } from '../paths.js';
import { nobody, type Binaries, type ExistingCluster } from './postgres-binaries.js';

/** Who owns a cluster, and the databases in it. */
export type ClusterContent = {
  readonly user: string;
  readonly databases: readonly [string, ...string[]];
};

export const gatewayContent: ClusterContent = { user: 'gateway', databases: ['gateway'] };
const passwordBytes = 24;

/**
 * Makes the cluster with its databases in `<data>/postgres`, unless it is there. It is made under another name and
 * renamed when whole, so that an interrupted start leaves nothing half-made behind.
 */
export function ensureCluster(
  folder: string,
  binaries: Binaries,
  content: ClusterContent,
): { readonly cluster: string; readonly password: string; readonly isNew: boolean } {
  const cluster = join(folder, 'cluster');
  const found = existingCluster(folder);
  if (found === undefined) make(folder, cluster, binaries, content);
  else requireUsable(cluster, found, binaries);
  return { cluster, password: clusterPassword(folder), isNew: found === undefined };
}

/** What is in `<data>/postgres`, or undefined. */
export function existingCluster(folder: string): ExistingCluster | undefined {
  const cluster = join(folder, 'cluster');
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return undefined;
  return { major: Number(readFileSync(versionFile, 'utf8').trim()), owner: statSync(cluster).uid };
}

/** The password of the cluster's user; it lives and dies with the cluster. */
export function clusterPassword(folder: string): string {
  return readFileSync(join(folder, 'password'), 'utf8').trim();
}

function make(
  folder: string,
  cluster: string,
  binaries: Binaries,
  { user, databases }: ClusterContent,
): void {
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
  // A single-user server has no other connection to race with, and needs no client.
  const statements = databases.map((name) => `CREATE DATABASE ${name};\n`).join('');
  run(binaries, binaries.postgres, ['--single', '-D', draft, 'postgres'], statements);
  renameSync(draft, cluster);
}

function requireUsable(cluster: string, found: ExistingCluster, binaries: Binaries): void {
  const startAnew = `Delete ${shown(join(cluster, '..'))} to start with an empty database, or set GATEWAY_DATA.`;
  if (found.major !== binaries.major) {
    throw new Failure(
      `The data in ${shown(cluster)} was written by Postgres ${found.major}, which ${binaries.title} cannot read.`,
      [startAnew],
    );
  }
  const expected = binaries.ownedByNobody ? nobody : process.getuid?.();
  if (expected === undefined || found.owner === expected) return;
  throw new Failure(
    `The data in ${shown(cluster)} belongs to user ${found.owner}, but Postgres would run as ${expected}.`,
    ['Run as that user, or', startAnew],
  );
}

function run(binaries: Binaries, binary: string, words: readonly string[], input = ''): void {
  const [command = binary, ...rest] = [...binaries.prefix, binary, ...words];
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
  throw new Failure(`${binaries.title}: the database could not be created.`, [
    error?.message ?? said.slice(0, 3).join(' '),
    'Set DATABASE_URL to a running server, or GATEWAY_DATA to another folder.',
  ]);
}
