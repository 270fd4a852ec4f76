import { join } from 'node:path';

import type { Report } from '../report.js';
import { docker } from './engine.js';
import { findEnginePrograms } from './engine-programs.js';
import { findImageParts } from './image-parts.js';
import { imageStore, startOwnEngine } from './own-engine.js';
import { digestsIn, nameByDigest } from './pinned-images.js';
import { buildReleases, type ReleasesToRun } from './releases-to-run.js';
import { makeStandIns, standInImages } from './stand-ins.js';

/** An image and its layers that no tag names, and that no build has used for a week. */
const forgotten = ['image', 'prune', '--force', '--filter', 'until=168h'];

/** Makes every image with an engine in this network, which ends before this returns. */
export async function prepareImages(
  folder: string,
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<ReleasesToRun> {
  const programs = await findEnginePrograms(environment, report);
  const parts = await findImageParts(programs.folder, environment, report);
  const start = () => startOwnEngine(programs, { folder, purpose: 'build', environment });
  let engine = await start();
  try {
    await docker(engine, forgotten);
    await makeStandIns(engine, parts, { folder, report });
    // The engine reads its table of names when it starts.
    await engine.stop();
    nameByDigest(imageStore(environment));
    engine = await start();
    return await report.step('Building the images of the last release and of this one', () =>
      buildReleases(engine, folder),
    );
  } finally {
    await engine.stop();
  }
}

/** The images that the containers run without being the real ones. */
export function namesOfStandIns(): readonly string[] {
  const references = digestsIn();
  return standInImages.flatMap((image) => {
    const found = references.find((one) => one.image === image);
    return found === undefined ? [] : [`${image}:${found.tag}`];
  });
}

/** Where the process outside leaves what it has built for the process in the engine's namespaces. */
export function preparedFile(folder: string): string {
  return join(folder, 'releases.json');
}
