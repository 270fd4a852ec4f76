import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRepository } from '../paths.js';
import type { Report } from '../report.js';
import { docker, type Engine } from './engine.js';
import type { ImageParts, PartName } from './image-parts.js';
import { digestsIn, referenceOf, type Reference } from './pinned-images.js';
import { runWords } from './run-words.js';

const label = 'stand-in';
const authorities = '/etc/ssl/certs/ca-certificates.crt';

type StandIn = {
  /** Folder of its Dockerfile in tools/containers/images. */
  readonly name: string;
  /** The repository of the image that it stands in for; absent for a base of others. */
  readonly image?: string;
  readonly parts: readonly PartName[];
};

/** In an order in which each finds its base. */
const standIns: readonly StandIn[] = [
  { name: 'node', image: 'node', parts: ['node'] },
  { name: 'postgres', image: 'postgres', parts: ['postgres'] },
  { name: 'busybox', parts: ['busybox', 'bash'] },
  { name: 'temporal-server', image: 'temporalio/server', parts: ['temporal-server', 'entrypoint.sh'] },
  {
    name: 'temporal-admin-tools',
    image: 'temporalio/admin-tools',
    parts: ['temporal', 'temporal-sql-tool', 'schema'],
  },
  { name: 'temporal-ui', image: 'temporalio/ui', parts: ['ui-server', 'docker.yaml'] },
  { name: 'proxy', image: 'caddy', parts: ['caddy'] },
  { name: 'prometheus', image: 'prom/prometheus', parts: ['prometheus', 'busybox'] },
];

/** The repositories of the images that stand-ins take the place of. */
export const standInImages = standIns.flatMap(({ image }) => image ?? []);

/**
 * Makes an image in the place of each that no registry gives here, under the same name and tag, unless a former run has made it
 * of the same parts. `folder`: for contexts of builds.
 */
export async function makeStandIns(
  engine: Engine,
  parts: ImageParts,
  { folder, report }: { readonly folder: string; readonly report: Report },
): Promise<void> {
  const base = hash([parts['base.tar'], String(statSync(parts['base.tar']).mtimeMs)]);
  const debian = `${label}/debian`;
  if ((await labelOf(engine, debian)) !== base) {
    const changes = ['--change', 'CMD ["bash"]', '--change', `LABEL ${label}=${base}`];
    await report.step('Importing a base for images', () =>
      docker(engine, ['import', ...changes, parts['base.tar'], debian]),
    );
  }
  const pinned = digestsIn();
  for (const one of standIns) {
    const tag = one.image === undefined ? `${label}/${one.name}` : tagOf(referenceOf(one.image, pinned));
    const source = inRepository('tools/containers/images', one.name);
    const content = readdirSync(source).map((file) => readFileSync(join(source, file), 'utf8'));
    const made = hash([base, ...content, ...one.parts.map((part) => parts[part])]);
    if ((await labelOf(engine, tag)) === made) continue;
    const context = join(folder, 'context');
    await report.step(`Making a stand-in for ${tag}`, async () => {
      await writeContext(context, source, one, parts);
      const words = ['--quiet', ...engine.buildWords, '--label', `${label}=${made}`, '--tag', tag];
      await docker(engine, ['build', ...words, context]);
    });
    rmSync(context, { recursive: true });
  }
}

function tagOf({ image, tag }: Reference): string {
  return `${image}:${tag}`;
}

async function writeContext(
  context: string,
  source: string,
  { name, parts }: StandIn,
  all: ImageParts,
): Promise<void> {
  cpSync(source, context, { recursive: true });
  for (const part of parts) cpSync(all[part], join(context, part), { recursive: true, dereference: true });
  await runWords(['chmod', '-R', 'u+w,a+rX', context]);
  await runWords(['find', context, '-name', '*.sh', '-exec', 'chmod', '755', '{}', ';']);
  if (name !== 'node') return;
  // A registry of this machine's network may have certificates of an authority of its own.
  cpSync(authorities, join(context, 'authorities.pem'));
  const registry = (await runWords(['npm', 'config', 'get', 'registry'])).trim();
  writeFileSync(join(context, 'npmrc'), `cafile=/usr/local/etc/authorities.pem\nregistry=${registry}\n`);
}

async function labelOf(engine: Engine, image: string): Promise<string | undefined> {
  const words = ['image', 'inspect', '--format', `{{index .Config.Labels "${label}"}}`, image];
  return docker(engine, words).then(
    (output) => output.trim(),
    () => undefined,
  );
}

function hash(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);
}
