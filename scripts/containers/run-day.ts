import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dataDirectoryFrom, shown } from '../paths.js';
import type { Report } from '../report.js';
import { createDeployment } from './deployment.js';
import type { Engine } from './engine.js';
import { createJournal, describeRun } from './journal.js';
import { killEach, renewAndRestart, startUp, upgradeAndBack, upgradeBeside } from './releases-steps.js';
import type { ReleasesToRun } from './releases-to-run.js';
import { checkBooks, drill, recoverFromArchive, removeLeftovers, takeDown } from './restore-steps.js';
import { scaleUp, startProxy } from './scale-steps.js';
import { openShop } from './shop.js';

export type Day = {
  readonly engine: Engine;
  readonly releases: ReleasesToRun;
  /** Repositories of images that stand-ins take the place of. */
  readonly standIns: readonly string[];
  /** A folder for the deployment, which is removed afterwards. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: Report;
};

/**
 * Runs docker-compose.yml through what happens to it in production, from the first start to the last backup, and writes the
 * report. Returns the exit code: 1 if an expectation failed. Whatever happens, everything is taken down.
 */
export async function runDay({
  engine,
  releases,
  standIns,
  folder,
  environment,
  report,
}: Day): Promise<number> {
  const journal = createJournal(report);
  const deployment = await createDeployment(engine, join(folder, 'stage'), releases.last, environment);
  const accepted = new Set<string>();
  const shop = openShop({ baseUrl: 'http://127.0.0.1:3000', secret: deployment.shopKey }, accepted);
  const kept = join(dataDirectoryFrom(environment), 'containers');
  mkdirSync(kept, { recursive: true });
  const stage = { engine, journal, deployment, releases, shop, kept };
  await removeLeftovers(stage);
  try {
    await startUp(stage);
    await killEach(stage);
    await upgradeAndBack(stage);
    await scaleUp(stage);
    const through = { ...stage, shop: await startProxy(stage, accepted) };
    await upgradeBeside(through, through.shop);
    await renewAndRestart(through);
    await drill(through);
    await recoverFromArchive(through);
    await checkBooks(through);
  } catch (error) {
    // The state of the containers is lost with them.
    report.note(await deployment.compose(['ps', '--all']).catch(() => 'The engine does not answer.'));
    report.note(await deployment.compose(['logs', '--tail', '5']).catch(() => ''));
    journal.expect(false, `The run ended early: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  } finally {
    await takeDown(stage).catch((error: unknown) =>
      report.warn(`Not everything was taken down: ${String(error)}`),
    );
    const { last, next } = releases;
    const about = { engine: engine.title, standIns, whyTheSame: releases.whyTheSame };
    const text = describeRun(journal, { ...about, sizes: { last: last.size, next: next.size } });
    writeFileSync(join(kept, 'report.md'), text);
    report.note(`\n${text}\nWritten: ${shown(join(kept, 'report.md'))}`);
  }
  return journal.faults.length === 0 ? 0 : 1;
}
