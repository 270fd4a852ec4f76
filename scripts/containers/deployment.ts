import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';

import { startOnLeash, type Child } from '../children.js';
import { Failure } from '../failure.mjs';
import { gatewayProgram } from '../stack/built-program.js';
import type { Engine } from './engine.js';
import { deployFiles, type BoxRelease } from './releases-to-run.js';
import { runWords } from './run-words.js';

/** Beside a real installation on the same engine: other containers, other networks. */
export const projectName = 'payments-gateway-check';
const network = '10.97';
const apiHost = 'api.stage.example';
const composeFiles = ['docker-compose.yml', 'docker-compose.archive.yml'];
const healthyWithinMs = 300_000;
const lookEveryMs = 300;

/** A stage without a bank, as `docs/containers.md` has one made, in a folder of its own. */
export type Deployment = {
  readonly folder: string;
  readonly apiHost: string;
  /** Base64 of 32 bytes: signs as the key mk_stage of the project shop. */
  readonly shopKey: string;
  /** Runs `docker compose` with the words, and returns its output. */
  compose(words: readonly string[]): Promise<string>;
  /** Runs a line of the documents in a shell. */
  run(line: string): Promise<string>;
  /** Writes a setting into `.env`. */
  set(name: string, value: string): void;
  /** Writes the tag of a release into `.env`. */
  choose(release: BoxRelease): void;
  /** Puts the files of a release in place, as a checkout of its tag does. Returns whether they change what all of its processes share. */
  checkOut(release: BoxRelease): Promise<boolean>;
  /** Waits until every service is healthy and every job has ended well. Throws a Failure that names the others. */
  awaitHealthy(): Promise<void>;
  /** Appends what the services write from now on to the file, until it is stopped. */
  followLogs(services: readonly string[], logFile: string): Pick<Child, 'stop'>;
  /** The containers of a service that run, by their ids. */
  containersOf(service: string): Promise<readonly string[]>;
};

/** Makes the folder with `gateway deploy init --stage`, and fills in what it leaves open. */
export async function createDeployment(
  engine: Engine,
  folder: string,
  release: BoxRelease,
  environment: NodeJS.ProcessEnv,
): Promise<Deployment> {
  mkdirSync(folder, { recursive: true });
  deployFiles(release, folder);
  const [program = '', ...words] = gatewayProgram(['deploy', 'init', '--stage', '--to', folder]);
  await runWords([process.execPath, program, ...words], { environment });
  const configuration = join(folder, 'config/production/gateway.yaml');
  writeFileSync(configuration, readFileSync(configuration, 'utf8').replaceAll('10.89.', `${network}.`));
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  // Uid 999 of the container writes there.
  chmodSync(archive, 0o777);

  const settings = join(folder, '.env');
  const set = (name: string, value: string) => {
    const lines = readFileSync(settings, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(`${name}=`));
    writeFileSync(settings, [...lines, `${name}=${value}`, ''].join('\n'));
  };
  const given = {
    COMPOSE_PROJECT_NAME: projectName,
    COMPOSE_FILE: composeFiles.join(':'),
    NETWORK: network,
    ARCHIVE_FOLDER: archive,
    API_PUBLIC_URL: `https://${apiHost}`,
    CHECKOUT_PUBLIC_URL: 'https://pay.stage.example',
    TRUSTED_PROXIES: `${network}.8.0/24,${network}.10.0/24`,
    API_HOST: `http://${apiHost}`,
    CHECKOUT_HOST: 'http://pay.stage.example',
    GATEWAY_OPERATOR: 'check',
  };
  for (const [name, value] of Object.entries(given)) set(name, value);

  const values = parseEnv(readFileSync(join(folder, 'config/production.env'), 'utf8'));
  const shell = withoutSettings(engine.environment);
  const compose: Deployment['compose'] = (these) =>
    runWords(['docker', 'compose', ...these], { directory: folder, environment: shell });
  const choose = ({ tag }: BoxRelease) => set('GATEWAY_RELEASE', tag);
  const readShared = async () => {
    const written = JSON.parse(await compose(['config', '--format', 'json'])) as ComposeFile;
    const { services, networks } = written;
    return JSON.stringify([services['postgres'], services['temporal'], networks]);
  };
  choose(release);
  return {
    folder,
    apiHost,
    shopKey: values['SHOP_KEY'] ?? '',
    compose,
    run: (line) =>
      runWords(['bash', '-euo', 'pipefail', '-c', line], { directory: folder, environment: shell }),
    set,
    choose,
    async checkOut(next) {
      const before = await readShared();
      deployFiles(next, folder);
      return before !== (await readShared());
    },
    awaitHealthy: () => awaitHealthy(() => compose(['ps', '--all', '--format', stateFormat])),
    followLogs: (services, logFile) =>
      startOnLeash(
        'docker',
        ['compose', 'logs', '--follow', '--timestamps', '--no-color', '--tail', '0', ...services],
        {
          directory: folder,
          environment: shell,
          logFile,
        },
      ),
    async containersOf(service) {
      const ids = await compose(['ps', '--quiet', service]);
      return ids.split('\n').filter((id) => /^[0-9a-f]+$/.test(id));
    },
  };
}

type ComposeFile = { readonly services: Readonly<Record<string, unknown>>; readonly networks: unknown };

/** Settings of the shell that has started this would count before those in `.env`. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = /^(PATH|HOME|TMPDIR|LD_LIBRARY_PATH|XTABLES_LIBDIR|DOCKER_.*|XDG_.*)$/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => kept.test(name)));
}

const stateFormat = '{{.Service}}|{{.State}}|{{.Health}}|{{.ExitCode}}';

async function awaitHealthy(list: () => Promise<string>): Promise<void> {
  const until = Date.now() + healthyWithinMs;
  for (;;) {
    const unwell = findUnwell(await list());
    if (unwell.length === 0) return;
    if (Date.now() > until)
      throw new Failure(`Not healthy after ${healthyWithinMs / 1_000} s: ${unwell.join(', ')}.`);
    await sleep(lookEveryMs);
  }
}

/** Of lines `service|state|health|exit code`: those that neither run in health nor have ended well. */
export function findUnwell(list: string): readonly string[] {
  const lines = list.split('\n').filter((line) => line.includes('|'));
  return lines.flatMap((line) => {
    const [service = '', state = '', health = '', code = ''] = line.split('|');
    const isWell =
      state === 'running' ? ['healthy', ''].includes(health) : state === 'exited' && code === '0';
    return isWell ? [] : [`${service} (${[state, health].filter((word) => word !== '').join(', ')})`];
  });
}
