import type { Page } from 'playwright-core';
import { insist } from './insist.js';

/** Waits until the page is there, whichever of a link and the page's own way on was faster. */
export function arriveAt(page: Page, url: string): Promise<void> {
  return insist(() => page.waitForURL(url));
}
