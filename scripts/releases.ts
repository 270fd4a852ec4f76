import { readFileSync } from 'node:fs';

import { inRepository } from './paths.js';

/** A release, its day (UTC) and the commit that it was built from. */
export type Release = { readonly version: string; readonly date: string; readonly revision: string };

/** The releases of `releases.json`, oldest first. */
export function readReleases(): readonly Release[] {
  return JSON.parse(readFileSync(inRepository('releases.json'), 'utf8')) as readonly Release[];
}

/** The commit of a release by its version; another name (a tag, a branch, a commit) as it is; without a name, the last release. */
export function revisionOf(name?: string): string {
  const releases = readReleases();
  const release = name === undefined ? releases.at(-1) : releases.find(({ version }) => version === name);
  return release?.revision ?? name ?? 'HEAD';
}
