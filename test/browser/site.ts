import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/browser/find-chromium.mjs';
import { shareStack } from '../support/share-stack.js';
import type { SiteUrls } from './register-payment.js';

/** The stack, and the one Chromium of all files; or why there is none, and so no test. */
export type Site = { readonly endpoint: string; readonly urls: SiteUrls } | { readonly missing: string };

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
  const [server, stack] = await Promise.all([
    chromium.launchServer({ executablePath: found.file }),
    shareStack(),
  ]);
  project.provide('site', { endpoint: server.wsEndpoint(), urls: stack.shared.urls });
  return async () => {
    await server.close();
    await stack.release();
  };
}
