import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRepository, root } from '../paths.js';
import { revisionOf } from '../releases.js';
import { docker, sizeOfImage, type Engine } from './engine.js';
import { runScript, runWords } from './run-words.js';

/** A release as a machine of production has it: an image, and the files that stand beside docker-compose.yml. */
export type BoxRelease = {
  /** Tag of the image, and GATEWAY_RELEASE. */
  readonly tag: string;
  /** Folder with docker-compose.yml, docker, deploy and observe. */
  readonly files: string;
  /** Bytes of the image. */
  readonly size: number;
};

export type ReleasesToRun = {
  readonly last: BoxRelease;
  readonly next: BoxRelease;
  /** Why the last release is this one under another tag; undefined where it is the last of releases.json. */
  readonly whyTheSame?: string;
};

const deployed = ['docker-compose.yml', 'docker-compose.archive.yml', 'docker', 'deploy', 'observe'];
const imageName = 'payments-gateway';

/** Builds the image of the last release and that of this one. `folder`: for the files of the last release. */
export async function buildReleases(engine: Engine, folder: string): Promise<ReleasesToRun> {
  const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
    readonly version: string;
  };
  const [lastTag, nextTag] = [`${version}-last`, `${version}-next`];
  const next = await build(engine, root, nextTag);
  const files = join(folder, 'last');
  mkdirSync(files);
  const whyTheSame = await unpackLast(files);
  if (whyTheSame !== undefined)
    for (const name of deployed) cpSync(inRepository(name), join(files, name), { recursive: true });
  const last = await build(engine, whyTheSame === undefined ? files : root, lastTag, files);
  return { last, next, ...(whyTheSame && { whyTheSame }) };
}

/** Puts the files of a release where a machine of production has them, as a checkout of its tag does. */
export function deployFiles(from: BoxRelease, folder: string): void {
  for (const name of deployed) cpSync(join(from.files, name), join(folder, name), { recursive: true });
}

/** The name of a release's image. */
export function imageOf({ tag }: BoxRelease): string {
  return `${imageName}:${tag}`;
}

/** Returns the reason where the last release has no container image as this one, or its files are not in this clone. */
async function unpackLast(files: string): Promise<string | undefined> {
  const revision = revisionOf();
  const isAncestor = await runWords(['git', 'merge-base', '--is-ancestor', revision, 'HEAD'], {
    directory: root,
  }).then(
    () => true,
    () => false,
  );
  if (!isAncestor) return `the commit ${revision} of the last release is not in this clone`;
  await runScript('git archive "$2" | tar -x -C "$1"', [files, revision], { directory: root });
  return undefined;
}

async function build(engine: Engine, context: string, tag: string, files = context): Promise<BoxRelease> {
  const image = `${imageName}:${tag}`;
  const words = [
    'build',
    ...engine.buildWords,
    '--build-arg',
    `GATEWAY_BUILD=${tag}`,
    '--tag',
    image,
    context,
  ];
  await docker(engine, words, `The image ${image} could not be built.`);
  return { tag, files, size: await sizeOfImage(engine, image) };
}
