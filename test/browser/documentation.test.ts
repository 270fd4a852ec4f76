import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest as it } from './browser-test.js';

/**
 * Goal: who opens `/docs` in development can try the API there and then. Method: a desk's browser, the demo project's key,
 * nothing typed.
 */
const stepLimitMs = 60_000;

const isPasteable = spawnSync('curl', ['--version']).status === 0;
if (!isPasteable) console.warn('Commands of /docs are not pasted, as this machine has no curl.');

it('the first endpoint is in sight, calls are signed, and no dialog asks for a signature', async ({
  browser,
  urls,
}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    context.setDefaultTimeout(stepLimitMs);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    // The name by which requests are signed, and by which a browser lets a page use WebCrypto.
    const api = urls.api.replace('127.0.0.1', 'localhost');
    await page.goto(`${api}/docs`);
    await page.locator('#operations-payments-createPayment').waitFor();

    const first = await page.locator('.opblock').first().boundingBox();
    expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThan(800);
    for (const hidden of ['.topbar', '.authorization__btn', '.auth-wrapper']) {
      expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
    }
    expect(await page.title()).toBe('Payments and Payouts Gateway');
    const links = await page.locator('.info a[href^="/docs/"]').evaluateAll((found) => found.map(String));
    expect(links.length).toBe(4);
    const types = await Promise.all(
      links.map(async (link) => (await fetch(link)).headers.get('content-type')),
    );
    expect(new Set(types)).toEqual(new Set(['text/html; charset=utf-8']));

    const commands = [
      await tryOut(page, 'methods-listMethods', '200'),
      // A body is signed as well.
      await tryOut(page, 'methods-explainRouting', '200'),
    ];
    expect(errors).toEqual([]);
    expect(commands.filter((command) => !isPasteable || statusOfPasted(command) === '200')).toEqual(commands);
  } finally {
    await context.close();
  }
});

/** Opens an operation, sends its example, waits for the status that its answer has, and reads the command in the Curl box. */
async function tryOut(page: Page, operation: string, status: string): Promise<string> {
  const block = page.locator(`#operations-${operation}`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answered = block.locator('.live-responses-table .response-col_status').last();
  await expect
    .poll(async () => answered.innerText(), { timeout: stepLimitMs })
    .toMatch(new RegExp(`^${status}`));
  return block.locator('.curl-command .curl').innerText();
}

/** Runs the command as it stands in the box, in a shell. */
function statusOfPasted(command: string): string {
  const words = `${command} --silent --output /dev/null --write-out '%{http_code}'`;
  return spawnSync('sh', ['-c', words], { encoding: 'utf8' }).stdout;
}
