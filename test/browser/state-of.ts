import type { Page } from 'playwright-core';

/** What the page says it shows: `data-state` of its main part. */
export function stateOf(page: Page): Promise<string | null> {
  return page.locator('main').getAttribute('data-state');
}
