import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';

/** An image as a file names it; `digest` where the file pins one. */
export type Reference = { readonly image: string; readonly tag: string; readonly digest?: string };

const files = ['Dockerfile', 'docker-compose.yml', 'deploy/proxy/caddy.yml'];

/** Every image of others that the Dockerfile and the compose files name. */
export function digestsIn(
  texts: readonly string[] = files.map((file) => readFileSync(inRepository(file), 'utf8')),
) {
  const named = /(?:^FROM|^ *image:) (?:\$\{\w+:-)?([a-z][\w./-]*):([\w.-]+)(?:@(sha256:[0-9a-f]{64}))?/gm;
  return texts.flatMap((text) =>
    [...text.matchAll(named)].map(([, image = '', tag = '', digest]): Reference => ({
      image,
      tag,
      ...(digest && { digest }),
    })),
  );
}

/** The reference of a repository. Throws a Failure if no file names it. */
export function referenceOf(image: string, references: readonly Reference[]): Reference {
  const found = references.find((one) => one.image === image);
  if (found === undefined) throw new Failure(`No file names an image ${image}.`);
  return found;
}

type Repositories = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The engine's table of names, in which each pinned digest means the image that has its name and tag here. */
export function withDigests(repositories: Repositories, references: readonly Reference[]): Repositories {
  const named = { ...repositories };
  for (const { image, tag, digest } of references) {
    const known = named[image];
    const found = known?.[`${image}:${tag}`];
    if (found !== undefined && digest !== undefined)
      named[image] = { ...known, [`${image}@${digest}`]: found };
  }
  return named;
}

/** Lets the stand-ins answer to the pinned digests. `store`: the folder of the engine's images; the engine is stopped. */
export function nameByDigest(store: string): void {
  const file = join(store, 'image/overlay2/repositories.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly Repositories: Repositories };
  writeFileSync(
    file,
    JSON.stringify({ ...content, Repositories: withDigests(content.Repositories, digestsIn()) }),
  );
}
