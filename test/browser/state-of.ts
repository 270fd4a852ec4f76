import type { Page } from 'playwright-core';

/** What the page says it shows: `data-state` of its main part. */
export async function stateOf(page: Page): Promise<string | undefined> {
  return (await page.locator('main').getAttribute('data-state')) ?? undefined;
}
