import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/chromium.js';
import { shareLaneStacks } from '../stack/lane-stacks.js';

/** The one Chromium of all files; or why it is missing, so that the tests are skipped. */
export type Site = { readonly endpoint: string } | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    site: Site;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findChromium(process.env);
  if ('missing' in found) {
    console.warn(`⚠ No test runs in a browser, and all of them count as skipped. ${found.missing}`);
    project.provide('site', found);
    return undefined;
  }
  const [server, stacks] = await Promise.all([
    chromium.launchServer({ executablePath: found.file }),
    shareLaneStacks(),
  ]);
  project.provide('site', { endpoint: server.wsEndpoint() });
  project.provide('laneStacks', stacks.url);
  return async () => {
    await server.close();
    await stacks.release();
  };
}
