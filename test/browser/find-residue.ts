import type { Page } from 'playwright-core';

const keptByPage = `(async () => JSON.stringify({
  inputs: [...document.querySelectorAll('input, select, textarea')].map((input) => input.value),
  local: { ...localStorage },
  session: { ...sessionStorage },
  history: history.state,
  name: window.name,
  databases: await indexedDB.databases(),
  caches: await caches.keys(),
  requests: performance.getEntries().map((entry) => entry.name),
}))()`;

/** Everything that a page holds, shows or leaves behind in the browser, as one text. The page must run scripts. */
export async function findResidue(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const kept = await page.evaluate<string>(keptByPage);
  return [page.url(), await page.title(), await page.content(), JSON.stringify(cookies), kept].join('\n');
}
