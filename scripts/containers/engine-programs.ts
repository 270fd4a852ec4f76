import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import type { Report } from '../report.js';
import { cacheFolder, keepInCache } from '../stack/cache.js';
import { buildFromModules } from '../stack/go-build.js';
import { runScript } from './run-words.js';

/** Of Debian 12; `debootstrap` and the two static shells are for the stand-ins of images. */
const packages =
  'docker.io containerd runc iptables libip4tc2 libip6tc2 libxtables12 libnfnetlink0 libnetfilter-conntrack3 libnftnl11 debootstrap busybox-static bash-static'.split(
    ' ',
  );
const filterNames = ['iptables', 'iptables-save', 'iptables-restore'].flatMap((name) => [
  name,
  `ip6${name.slice(2)}`,
]);
const composeVersion = '2.40.3';

export type EnginePrograms = {
  /** Folder of Debian's packages, unpacked and not installed. */
  readonly folder: string;
  /** The plugin of the `docker` command. */
  readonly compose: string;
};

/** Where the programs of an engine are in this user's cache, whether they are there or not. */
function enginePrograms(environment: NodeJS.ProcessEnv): EnginePrograms {
  const cache = cacheFolder(environment);
  return {
    folder: join(cache, 'docker-of-debian-12'),
    compose: join(cache, `docker-compose-${composeVersion}`),
  };
}

/**
 * A Docker engine of Debian's packages, which are unpacked into the user's cache without installation, and the plugin
 * `docker compose`, built from Go modules (once; takes minutes).
 */
export async function findEnginePrograms(
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<EnginePrograms> {
  const programs = enginePrograms(environment);
  const engine = {
    target: programs.folder,
    name: 'container engine',
    isThere: () => existsSync(join(programs.folder, 'usr/sbin/dockerd')),
    get: fetchPackages,
  };
  await keepInCache(engine, report);
  const compose = {
    target: programs.compose,
    name: `Docker Compose ${composeVersion}`,
    isThere: () => existsSync(programs.compose),
    get: (folder: string) => buildCompose(join(folder, 'docker-compose'), environment),
  };
  await keepInCache(compose, report);
  return programs;
}

/** The variables with which the engine's programs find each other and their libraries. */
export function engineEnvironment(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const libraries = join(folder, 'usr/lib/x86_64-linux-gnu');
  const own = ['usr/bin', 'usr/sbin', 'names'].map((name) => join(folder, name));
  return {
    ...environment,
    PATH: [...own, environment.PATH].join(':'),
    LD_LIBRARY_PATH: libraries,
    XTABLES_LIBDIR: join(libraries, 'xtables'),
    // Debian's client has no plugin for the other builder.
    DOCKER_BUILDKIT: '0',
  };
}

async function fetchPackages(folder: string) {
  const made = join(folder, 'unpacked');
  const script =
    'cd "$1"; shift; apt-get download -q "$@"; for file in *.deb; do dpkg-deb -x "$file" unpacked; done';
  await runScript(script, [folder, ...packages], { complaint: "Debian's packages could not be fetched." });
  mkdirSync(join(made, 'names'));
  for (const name of filterNames) symlinkSync('../usr/sbin/xtables-nft-multi', join(made, 'names', name));
  return { made, how: "unpacked from Debian's packages" };
}

async function buildCompose(output: string, environment: NodeJS.ProcessEnv) {
  const commands = ['github.com/docker/compose/v2/cmd'];
  const problem = await buildFromModules(
    { modules: 'tools/containers/docker-compose', commands, output },
    environment,
  );
  if (problem !== undefined) throw new Failure('Docker Compose could not be built.', [problem]);
  return { made: output, how: 'built from Go modules' };
}
