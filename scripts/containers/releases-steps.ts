import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { shown } from '../paths.js';
import type { Deployment } from './deployment.js';
import { docker, measureCores, type Engine } from './engine.js';
import type { Journal } from './journal.js';
import { imageOf, type BoxRelease, type ReleasesToRun } from './releases-to-run.js';
import type { Shop } from './shop.js';

/** What the steps of a run work with. */
export type Stage = {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly deployment: Deployment;
  readonly releases: ReleasesToRun;
  readonly shop: Shop;
  /** The folder of what is kept after the run. */
  readonly kept: string;
};

const cpuLooks = 8;
/** Within which an engine sees that a process is gone. */
const noticedWithinMs = 30_000;
const others = 'api checkout staff temporal-public-keys temporal-ui-door';

/** First start with the last release, a payment, and what the containers cost while nothing happens. */
export async function startUp({ journal, deployment, shop, engine }: Stage): Promise<void> {
  await journal.step('First start, to the health of every container', async () => {
    await deployment.run('docker compose up -d');
    await deployment.awaitHealthy();
  });
  await journal.step('A payment, its success and its callback', async () => void (await shop.pay()));
  await journal.step('CPU while nothing happens', async (note) => {
    note(`${(await measureCores(engine, cpuLooks)).toFixed(2)} cores`);
  });
}

/** Kills one process after the other, as a lack of memory does. */
export async function killEach({ journal, deployment, shop, engine, releases }: Stage): Promise<void> {
  for (const service of ['api', 'worker', 'postgres']) {
    await journal.step(`Kill of ${service}, to the health of every container`, async () => {
      const watched = shop.watchCreates();
      await kill(engine, imageOf(releases.last), await deployment.containersOf(service));
      await deployment.awaitHealthy();
      return watched.stop();
    });
  }
  await journal.step('A payment after the kills', async () => void (await shop.pay()));
}

/** The upgrade of docs/containers.md with one process of each, and the way back. */
export async function upgradeAndBack(stage: Stage): Promise<void> {
  const { journal, releases, shop, deployment } = stage;
  await journal.step('The compose file of this release', async (note) => {
    if (!(await deployment.checkOut(releases.next))) return note('changes nothing that its processes share');
    note('changes Postgres, Temporal or the networks: down and up once');
    await deployment.run('docker compose down && docker compose up -d');
    return deployment.awaitHealthy();
  });
  await journal.step('Upgrade, one process of each', (note) =>
    underTraffic(stage, releases.next, note, [
      ...beforeProcesses,
      'docker compose up -d --no-deps --wait worker',
      `docker compose up -d --no-deps ${others}`,
    ]),
  );
  await journal.step('A payment on the new release', async () => void (await shop.pay()));
  await journal.step('The way back, one process of each', (note) =>
    underTraffic(stage, releases.last, note, [
      `docker compose up -d --no-deps --wait ${others}`,
      'docker compose up -d --no-deps worker',
    ]),
  );
}

const beforeProcesses = [
  'docker compose run --rm --no-deps migration',
  'docker compose run --rm --no-deps configuration',
];

/** The upgrade of docs/containers.md that starts new processes beside the old ones; two of each run. */
export async function upgradeBeside(stage: Stage, through: Shop): Promise<void> {
  const { journal, releases } = stage;
  // One service after the other: starting all of them at once takes the machine's cores from those that serve.
  const replace = ['worker', 'api', 'checkout'].flatMap((service) => [
    `docker compose up -d --no-deps --no-recreate --wait --scale ${service}=4 ${service}`,
    `docker compose up -d --no-deps --scale ${service}=2 ${service}`,
  ]);
  await journal.step('Upgrade beside the old processes, two of each behind the proxy', async (note) => {
    const log = join(stage.kept, 'upgrade-beside.log');
    rmSync(log, { force: true });
    const following = stage.deployment.followLogs(['api', 'worker', 'temporal', 'proxy'], log);
    const outage = await underTraffic({ ...stage, shop: through }, releases.next, note, [
      ...beforeProcesses,
      ...replace,
      'docker compose up -d --no-deps staff temporal-public-keys temporal-ui-door',
    ]);
    await following.stop();
    if (outage.refused > 0) appendFileSync(log, `${outage.refusals.join('\n')}\n`);
    journal.expect(
      outage.refused === 0,
      `The upgrade beside the old processes refused creates: ${shown(log)}.`,
    );
    return outage;
  });
}

/** Certificates and keys anew, then the engine as after a reboot. */
export async function renewAndRestart(stage: Stage): Promise<void> {
  const { journal, deployment, shop, engine } = stage;
  const certificate = async () => {
    const command = 'docker compose run --rm --no-deps --entrypoint sha256sum operator';
    const sum = await deployment.run(`${command} /run/temporal-keys/client.pem`);
    return /[0-9a-f]{64}/.exec(sum)?.[0];
  };
  await journal.step("Renewal of Temporal's certificates and keys", async () => {
    const before = await certificate();
    const watched = shop.watchCreates();
    await deployment.run(
      `docker compose down && docker compose run --rm -e TEMPORAL_KEYS_RENEW=1 temporal-keys && docker compose up -d ${await scaled(deployment)}`,
    );
    await deployment.awaitHealthy();
    const outage = await watched.stop();
    journal.expect(before !== (await certificate()), "The operator's certificate is still the old one.");
    return outage;
  });
  await journal.step("Temporal's own tool, with the new keys", async () => {
    const list = await deployment.run('docker compose run --rm operator workflow list');
    journal.expect(list.includes('payment/'), "Temporal's own tool lists no payment.");
  });
  const { restart } = engine;
  if (restart === undefined) return;
  await journal.step('Restart of the engine, to the health of every container', async (note) => {
    const watched = shop.watchCreates();
    const started = performance.now();
    await restart();
    note(`stopped and started in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    await deployment.awaitHealthy();
    return watched.stop();
  });
  await journal.step('A payment after the restart', async () => void (await shop.pay()));
}

async function scaled(deployment: Deployment): Promise<string> {
  const counts = await Promise.all(
    ['api', 'worker', 'checkout'].map(
      async (name) => [name, (await deployment.containersOf(name)).length] as const,
    ),
  );
  return counts.map(([name, count]) => `--scale ${name}=${count}`).join(' ');
}

async function underTraffic(
  { deployment, shop }: Stage,
  release: BoxRelease,
  note: (text: string) => void,
  commands: readonly string[],
) {
  deployment.choose(release);
  const watched = shop.watchCreates();
  const seconds: string[] = [];
  for (const command of commands) {
    const started = performance.now();
    await deployment.run(command);
    seconds.push(((performance.now() - started) / 1_000).toFixed(1));
  }
  note(`commands ${seconds.join(' + ')} s`);
  await deployment.awaitHealthy();
  return watched.stop();
}

/** From a container that sees the processes of the machine: to the engine it is a crash, and not a stop that was asked for. */
async function kill(engine: Engine, image: string, containers: readonly string[]): Promise<void> {
  const readPids = () => docker(engine, ['inspect', '--format', '{{.State.Pid}}', ...containers]);
  const pids = await readPids();
  const command = `kill -KILL ${pids.trim().split('\n').join(' ')}`;
  const words = ['run', '--rm', '--pid', 'host', '--network', 'none', '--user', '0', '--entrypoint', 'sh'];
  await docker(engine, [...words, image, '-c', command]);
  const until = Date.now() + noticedWithinMs;
  while ((await readPids()) === pids && Date.now() < until) await sleep(100);
}
