import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { holdStill } from './hold-still.js';
import { plainRow } from './page-states.js';
import { registerPayment, type SiteUrls } from './register-payment.js';

/**
 * Goal: a voucher that is paid later and elsewhere outlives its tab. Method: the files with which a customer keeps it.
 */
async function showVoucher(page: Page, urls: SiteUrls): Promise<void> {
  const payment = await registerPayment(urls, plainRow, { meta: { sandbox_challenge: 'voucher' } });
  const still = await holdStill(page);
  await still.open(payment.url);
  await still.post(() => page.locator('button[value="pay"]').click());
  await page.locator('.ticket').waitFor();
  await page.unrouteAll();
}

describe.concurrent('a voucher', () => {
  it('is saved as a picture with its bars and numbers', async ({ open, urls }) => {
    const { page } = await open();
    await showVoucher(page, urls);
    const download = page.waitForEvent('download');
    await page.locator('[data-save]').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^ord-[\w-]+\.png$/);
    const picture = await buffer(await saved.createReadStream());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    // An empty sheet of this size is far smaller.
    expect(picture.length).toBeGreaterThan(5_000);
  });

  it.for([true, false])(
    'puts its deadline into a calendar, scripts: %s',
    async (javaScriptEnabled, { open, urls }) => {
      const { page } = await open({ javaScriptEnabled });
      await showVoucher(page, urls);
      const number = await page.locator('[data-step="number"] .copy').textContent();
      const address = await page.locator('a[download]').getAttribute('href');
      const answer = await page.context().request.get(new URL(address ?? '', page.url()).href);
      expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      expect((await answer.text()).replaceAll('\r\n ', '')).toContain(number);
    },
  );
});
