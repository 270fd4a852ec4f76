import { chromium, type Browser } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openWindow, type CustomerWindow, type WindowOptions } from './customer-window.js';
import type { SiteUrls } from './register-payment.js';

type FileFixtures = { readonly urls: SiteUrls; readonly browser: Browser };
type TestFixtures = {
  /** Opens a browser window of a customer who has never been here. What it saw is judged when the test ends. */
  readonly open: (options?: WindowOptions) => Promise<CustomerWindow>;
};

/**
 * A test with a real browser, skipped where no browser is found. Each such test also fails when a page asked another
 * origin for anything, ran a script that is not in the inventory, came without its headers, or complained.
 */
export const browserTest = test.extend<FileFixtures & TestFixtures>({
  urls: async ({ skip }, use) => {
    const site = inject('site');
    if ('missing' in site) return skip(site.missing);
    const { sharedStack } = await import('../stack/stack.js');
    await use(sharedStack.urls);
  },
  browser: async ({ skip }, use) => {
    const site = inject('site');
    if ('missing' in site) return skip(site.missing);
    const browser = await connect(site.endpoint);
    await use(browser);
  },
  open: async ({ browser, urls }, use) => {
    const windows: CustomerWindow[] = [];
    await use(async (options = {}) => {
      const window = await openWindow(browser, urls.checkout, options);
      windows.push(window);
      return window;
    });
    const faults = await Promise.all(windows.map((window) => window.faults()));
    await Promise.all(windows.map(({ context }) => context.close()));
    expect(faults.flat()).toEqual([]);
  },
});

let connection: Promise<Browser> | undefined;

/** One connection for all tests of a process. */
function connect(endpoint: string): Promise<Browser> {
  return (connection ??= chromium.connect(endpoint));
}
