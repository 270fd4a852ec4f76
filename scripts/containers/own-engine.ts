import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { awaitReady, startOnLeash, type Child } from '../children.js';
import { Failure } from '../failure.mjs';
import { cacheFolder } from '../stack/cache.js';
import { docker, type Engine } from './engine.js';
import { engineEnvironment, type EnginePrograms } from './engine-programs.js';
import { runWords } from './run-words.js';

const ready = { seconds: 60, pollMilliseconds: 200 };
/** Containers are given their own grace first. */
const graceSeconds = 120;
const programsNeeded = ['unshare', 'ip', 'mount', 'apt-get', 'dpkg-deb', 'npm', 'pip', 'unzip', 'go'];

/** Why no engine of its own can be started on this machine; undefined if one can. */
export function whyNoOwnEngine(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this is no Linux on x86-64';
  if (process.getuid?.() !== 0) return 'this user is not root';
  if (!['/sys/fs/cgroup/cgroup.controllers', '/sys/fs/cgroup/memory'].some((path) => existsSync(path)))
    return 'there are no cgroups';
  const missing = programsNeeded.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (missing.length > 0) return `${missing.join(', ')} is missing`;
  const trial = `ip link set lo up; folder=$(mktemp -d); mkdir "$folder/a" "$folder/b" "$folder/c" "$folder/d"
    mount -t overlay overlay -o "lowerdir=$folder/a,upperdir=$folder/b,workdir=$folder/c" "$folder/d"
    umount "$folder/d"; rm -r "$folder"`;
  const { status, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', '-eu', '-c', trial], {
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return `no namespace with an overlay can be made: ${stderr?.trim().split('\n')[0] ?? 'unshare does not run'}`;
}

/** Where an engine keeps its images and volumes, from one run to the next. */
export function imageStore(environment: NodeJS.ProcessEnv): string {
  return join(cacheFolder(environment), 'container-images');
}

export type OwnEngine = Engine & {
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts an engine whose containers, mounts and firewall rules are in the namespaces of this process or its own. `folder`: for
 * its socket, its log and its client; a short path. `purpose`: it builds images in this network, or runs containers in networks
 * of its own.
 */
export async function startOwnEngine(
  programs: EnginePrograms,
  {
    folder,
    purpose,
    environment,
  }: { folder: string; purpose: 'build' | 'run'; environment: NodeJS.ProcessEnv },
): Promise<OwnEngine> {
  mkdirSync(imageStore(environment), { recursive: true });
  const client = join(folder, 'client');
  mkdirSync(join(client, 'cli-plugins'), { recursive: true });
  const plugin = join(client, 'cli-plugins/docker-compose');
  if (!existsSync(plugin)) symlinkSync(programs.compose, plugin);
  const socket = `unix://${join(folder, 'engine.sock')}`;
  const variables = {
    ...engineEnvironment(programs.folder, environment),
    DOCKER_CONFIG: client,
    DOCKER_HOST: socket,
  };
  const withoutNetwork = [
    '--bridge=none',
    '--iptables=false',
    '--ip6tables=false',
    '--ip-forward=false',
    '--ip-masq=false',
  ];
  const words = [
    ...(purpose === 'build' ? ['unshare', '--mount'] : []),
    'dockerd',
    '--data-root',
    imageStore(environment),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'engine.pid'),
    '--host',
    socket,
    '--storage-driver=overlay2',
    '--userland-proxy-path',
    join(programs.folder, 'usr/sbin/docker-proxy'),
    ...(purpose === 'build' ? withoutNetwork : []),
  ];
  const logFile = join(folder, `engine-${purpose}.log`);
  let daemon = await startDaemon(words, variables, logFile);
  return {
    title: 'a Docker engine of its own, in a network namespace of its own',
    environment: variables,
    buildWords: ['--network', 'host'],
    async restart() {
      await daemon.stop();
      daemon = await startDaemon(words, variables, logFile);
    },
    async stop() {
      await daemon.stop();
    },
  };
}

async function startDaemon(
  [command = '', ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  logFile: string,
): Promise<Child> {
  rmSync(environment.DOCKER_HOST?.replace('unix://', '') ?? '', { force: true });
  const daemon = startOnLeash(command, words, { environment, logFile, graceSeconds });
  const answers = () =>
    docker({ environment }, ['version']).then(
      () => true,
      () => false,
    );
  if ((await awaitReady(daemon, answers, ready)) === 'ready') return daemon;
  throw new Failure('The container engine did not start.', [`Read ${logFile}.`]);
}

/** Of a process in namespaces of its own: brings up loopback, and lets names be asked of an address where no server answers. */
export async function settleInNamespace(folder: string): Promise<void> {
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, 'nameserver 127.0.0.54\n');
  await runWords(['ip', 'link', 'set', 'lo', 'up']);
  await runWords(['mount', '--bind', file, '/etc/resolv.conf']);
}
