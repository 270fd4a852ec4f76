import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { devices } from './customer-window.js';
import { findViolations } from './find-violations.js';
import { holdStill } from './hold-still.js';
import { languageCookie, pageStates } from './page-states.js';
import { stateOf } from './state-of.js';

/**
 * Goal: every customer can use every page. Method: each state in each language on the narrowest screen, and again after a
 * reload. The payment is the same in each language, as if its customer had chosen another one. What axe-core checks does not
 * depend on the language, so it looks at English only: as a phone and as a desktop show it, light and dark.
 */
const narrowest = { width: 320, height: 640 };

it.concurrent.for(pageStates)('$name', async ({ shows, prepare }, { open, urls }) => {
  const [{ url, act }, { page, context }] = await Promise.all([prepare(urls, 'en'), open()]);
  const still = await holdStill(page);
  const showState = async () => {
    await still.open(url);
    await act?.(still);
  };
  const proveState = async (language: string) => {
    expect(await stateOf(page)).toBe(shows);
    expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}(-|$)`));
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('script:not([src]), script:not([integrity])').count()).toBe(0);
  };
  const proveWidth = async () => {
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    expect(await page.evaluate(widths)).toEqual([narrowest.width, narrowest.width]);
  };

  await showState();
  await proveState('en');
  expect(await findInBothSchemes(page)).toEqual([]);
  await page.setViewportSize(narrowest);
  await proveWidth();
  await still.reload();
  await proveState('en');
  for (const language of ['es', 'pt', 'fr', 'nl', 'ar']) {
    await context.addCookies([{ name: languageCookie, value: language, url: `${urls.checkout}/p/` }]);
    await showState();
    await proveState(language);
    await proveWidth();
  }
});

/** As a phone shows the page in light, and then a desktop in dark. */
async function findInBothSchemes(page: Page): Promise<readonly string[]> {
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(devices.desktop.viewport);
  return [...light, ...(await findViolations(page))];
}
