import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { npmCommand } from '../bootstrap.mjs';
import { runToEnd } from '../children.js';
import { inRepository } from '../paths.js';
import type { Report } from '../report.js';
import { cacheFolder, keepInCache } from './cache.js';

/** A Node that can run here. Versions have three numbers and no `v`. */
export type NodeProgram = { readonly path: string; readonly version: string };
/** Why a Node cannot run here, as a sentence. */
type Missing = { readonly missing: string };

/** The Node that runs this process. */
export const ownNode: NodeProgram = { path: process.execPath, version: process.versions.node };

/** The versions of Node that the project promises to run on, besides those between them. */
export function promisedNodes(): { readonly image: string; readonly oldest: string } {
  const { engines } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  return {
    image: nodeOfImage(readFileSync(inRepository('Dockerfile'), 'utf8')),
    oldest: oldestNode(engines.node),
  };
}

/** The version that a Dockerfile begins with. Throws if its stages differ. */
export function nodeOfImage(dockerfile: string): string {
  const versions = new Set([...dockerfile.matchAll(/^FROM node:(\d+\.\d+\.\d+)-/gm)].map(([, one]) => one));
  const [version, other] = versions;
  if (version === undefined || other !== undefined)
    throw new Error('the Dockerfile names one version of Node');
  return version;
}

/** The oldest version that a range like `>=20.19` allows. Throws for a range of another form. */
export function oldestNode(range: string): string {
  const [, major, minor = '0', patch = '0'] = /^>=(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(range) ?? [];
  if (major === undefined) throw new Error(`engines.node is ">=" and a version, not "${range}"`);
  return `${major}.${minor}.${patch}`;
}

/** This Node, if it is of that version; else the one that npm has for this platform, kept in the user's cache. */
export async function findNode(
  version: string,
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<NodeProgram | Missing> {
  if (version === ownNode.version) return ownNode;
  const packageName = `node-${process.platform}-${process.arch}`;
  const target = join(cacheFolder(environment), `${packageName}-${version}`);
  const path = join(target, 'node');
  try {
    await keepInCache(
      {
        target,
        name: `Node ${version} program`,
        isThere: () => runs(path, version),
        get: (folder) => install(packageName, version, folder, environment),
      },
      report,
    );
  } catch {
    return { missing: `npm has no package ${packageName} of version ${version}, or cannot be reached` };
  }
  return runs(path, version) ? { path, version } : { missing: `npm's Node ${version} does not run here` };
}

/** The environment of processes that find this Node first, those that start `node` by its name too. */
export function withNode({ path }: NodeProgram, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (path === ownNode.path) return environment;
  return { ...environment, PATH: [dirname(path), environment.PATH ?? ''].join(':') };
}

function runs(path: string, version: string): boolean {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

async function install(
  packageName: string,
  version: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly made: string; readonly how: string }> {
  const [npm = '', ...words] = npmCommand();
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await runToEnd(
    npm,
    [...words, 'install', '--prefix', folder, ...options, `${packageName}@${version}`],
    { environment },
  );
  if (code !== 0) throw new Error(output.trim());
  return { made: join(folder, 'node_modules', packageName, 'bin'), how: "from npm's package" };
}
