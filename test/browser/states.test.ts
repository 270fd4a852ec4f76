import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { devices } from './customer-window.js';
import { findViolations } from './find-violations.js';
import { holdStill } from './hold-still.js';
import { pageStates } from './page-states.js';
import { stateOf } from './state-of.js';

/**
 * Goal: every customer can use every page. Method: each state in each language, on the narrowest screen and again after a
 * reload. What axe-core checks does not depend on the language, so it looks at one language only: as a phone and as a desktop
 * show it, light and dark.
 */
const languages = ['en', 'es', 'pt'];
const languageOfAxe = 'en';
const narrowest = { width: 320, height: 640 };

describe.concurrent.each(languages)('in %s', (language) => {
  it.for(pageStates)('$name', async ({ shows, prepare }, { open, urls }) => {
    const [{ url, act }, { page }] = await Promise.all([prepare(urls, language), open({ language })]);
    const still = await holdStill(page);
    await still.open(url);
    await act?.(still);

    const proveState = async () => {
      expect(await stateOf(page)).toBe(shows);
      expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}(-|$)`));
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('script:not([src]), script:not([integrity])').count()).toBe(0);
    };
    await proveState();
    expect(language === languageOfAxe ? await findInBothSchemes(page) : []).toEqual([]);
    await page.setViewportSize(narrowest);
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    expect(await page.evaluate(widths)).toEqual([narrowest.width, narrowest.width]);
    await still.reload();
    await proveState();
  });
});

/** As a phone shows the page in light, and then a desktop in dark. */
async function findInBothSchemes(page: Page): Promise<readonly string[]> {
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(devices.desktop.viewport);
  return [...light, ...(await findViolations(page))];
}
