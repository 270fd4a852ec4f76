import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { browserTest as it } from './browser-test.js';
import { devices, type Device } from './customer-window.js';
import { findViolations } from './find-violations.js';

/** Goal: the pages for staff are read by everybody: at a desk, on a phone, in the dark, and with the keyboard alone. */
const looks = (['desktop', 'phone'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((scheme) => [device, scheme] as const),
);

describe('pages for staff', () => {
  it.for(looks)('are accessible and complain of nothing: %s, %s', async ([device, scheme], { browser }) => {
    const { sharedStack } = await import('../stack/stack.js');
    const created = await createMerchant(sharedStack.urls.api).post('/v2/payment', idealBody());
    const { page, complaints } = await openPage(browser, device, scheme);
    for (const path of [
      '/',
      `/transactions/${String(created.body['identifier'])}`,
      '/transactions',
      '/lists/reviews',
      '/lists/undelivered',
      '/lists/balances',
      '/finance',
      '/audit?kind=all',
      '/configuration',
      '/configuration/1',
      '/search?q=nothing',
    ]) {
      const answer = await page.goto(`${sharedStack.urls.staff}${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([path, isTooWide]).toEqual([path, false]);
      // No table scrolls sideways, except a full day of finance, which a phone shows as cards.
      const isScrolled = await page.evaluate(
        `[...document.querySelectorAll('.scroll')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`,
      );
      expect([path, isScrolled && path !== '/finance']).toEqual([path, false]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('find a payment by the keyboard', async ({ browser }) => {
    const { sharedStack } = await import('../stack/stack.js');
    const body = idealBody();
    const created = await createMerchant(sharedStack.urls.api).post('/v2/payment', body);
    const { page } = await openPage(browser, 'desktop', 'light');
    await page.goto(sharedStack.urls.staff);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(body.reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transactions/${String(created.body['identifier'])}`);
    expect(await page.locator('h1').textContent()).toBe(`Payment ${body.reference}`);
    await page.context().close();
  });
});

/** The pages do without scripts; axe brings its own past their policy. */
async function openPage(browser: Browser, device: Device, scheme: 'light' | 'dark') {
  const context = await browser.newContext({
    ...devices[device],
    colorScheme: scheme,
    extraHTTPHeaders: { 'X-Forwarded-User': 'ada' },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  return { page, complaints };
}
