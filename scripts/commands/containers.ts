import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startOnLeash } from '../children.js';
import type { Command } from '../command.js';
import { docker, findRunningEngine, type Engine } from '../containers/engine.js';
import { findEnginePrograms } from '../containers/engine-programs.js';
import { imageStore, settleInNamespace, startOwnEngine, whyNoOwnEngine } from '../containers/own-engine.js';
import { namesOfStandIns, preparedFile, prepareImages } from '../containers/prepare-own-engine.js';
import { buildReleases, type ReleasesToRun } from '../containers/releases-to-run.js';
import { runDay } from '../containers/run-day.js';
import { inRepository } from '../paths.js';
import type { Progress } from '../report.js';
import { alone } from '../stack/cache.js';

/** The folder of a run, for the process in the engine's namespaces. */
const mark = 'CONTAINERS_FOLDER';
/** Containers are given their own grace first. */
const graceSeconds = 180;

/**
 * Builds the image and runs docker-compose.yml through its life: start, kills, upgrade, way back, scale, renewal, restart, backup
 * and restore. With the engine that runs here if images can be pulled, else with an engine of its own and stand-ins for images;
 * where there can be neither it says why, and ends with 0.
 */
export const containers: Command = async (context) => {
  const { report, environment } = context;
  const inside = environment[mark];
  if (inside !== undefined) return runInside(inside, context);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-box-'));
  // A signal ends this process without the steps below.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const running = await findRunningEngine(environment);
    const why = typeof running === 'string' ? running : await whyNoImages(running);
    if (typeof running !== 'string' && why === undefined) {
      const releases = await report.step('Building the images of the last release and of this one', () =>
        buildReleases(running, folder),
      );
      return await runDay({ engine: running, releases, standIns: [], folder, environment, report });
    }
    const whyNotOwn = whyNoOwnEngine();
    if (whyNotOwn !== undefined) {
      report.note(`Skipped: ${why}, and no engine of its own can be started: ${whyNotOwn}.`);
      return 0;
    }
    report.note(`An engine of its own, because ${why}.`);
    const quiet: Progress = { doing: (text) => report.note(text), done: () => undefined };
    return await alone(`${imageStore(environment)}.lock`, 'the containers', quiet, async () => {
      const releases = await prepareImages(folder, environment, report);
      writeFileSync(preparedFile(folder), JSON.stringify(releases));
      return runInNamespaces(folder, environment);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The reason why images of others cannot be had; undefined if they can. */
async function whyNoImages(engine: Engine): Promise<string | undefined> {
  const smallest = 'temporalio/ui';
  const image = namesOfStandIns().find((name) => name.startsWith(`${smallest}:`)) ?? smallest;
  return docker(engine, ['pull', '--quiet', image]).then(
    () => undefined,
    () => 'the running engine cannot pull images',
  );
}

/** Runs this command again in network and mount namespaces of its own, with our output, and returns its exit code. */
async function runInNamespaces(folder: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const again = [process.execPath, inRepository('scripts/run.mjs'), 'containers'];
  const child = startOnLeash('unshare', ['--net', '--mount', ...again], {
    environment: { ...environment, [mark]: folder },
    output: 'inherit',
    graceSeconds,
    leavesFirst: true,
  });
  return (await child.exited).code ?? 1;
}

async function runInside(folder: string, { report, environment }: Parameters<Command>[0]): Promise<number> {
  await settleInNamespace(folder);
  const releases = JSON.parse(readFileSync(preparedFile(folder), 'utf8')) as ReleasesToRun;
  const programs = await findEnginePrograms(environment, report);
  const engine = await startOwnEngine(programs, { folder, purpose: 'run', environment });
  try {
    return await runDay({ engine, releases, standIns: namesOfStandIns(), folder, environment, report });
  } finally {
    await engine.stop();
  }
}
