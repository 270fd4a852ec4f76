import { expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { measurePage } from './measure-page.js';
import { hostedRows, pageStates } from './page-states.js';

/** Goal: a page is light enough for an old phone on a slow connection. Its time is printed, and not judged. */
const bytesMax = 30_000;
const names = hostedRows.flatMap(({ code }) => [`form-${code}`, `paying-${code}`]);
const heaviest = pageStates.filter(({ name }) => names.includes(name));

it.concurrent.for(heaviest)('$name', async ({ name, prepare }, { browser, urls }) => {
  const { url } = await prepare(urls, 'en');
  const { bytes, requests, firstPaintMs } = await measurePage(browser, urls.checkout, url);
  const size = `${(bytes / 1_000).toFixed(1)} kB in ${requests} requests`;
  console.info(`${name}: ${size}, first paint on slow 3G after ${(firstPaintMs / 1_000).toFixed(1)} s`);
  expect(requests).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(bytesMax);
});
