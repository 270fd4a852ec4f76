import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import type { Report, Stack, StackOptions } from '../../scripts/stack/start-stack.js';
import { devices, openWindow, type Device } from './customer-window.js';
import { findViolations } from './find-violations.js';
import { holdStill } from './hold-still.js';
import { measurePage } from './measure-page.js';
import { pageStates, type PageState } from './page-states.js';
import type { SiteUrls } from './register-payment.js';
import { screenshotIndex, type Shot, type StateShots } from './screenshot-index.js';

export type ScreenshotContext = {
  readonly report: Report;
  readonly startStack: (options: StackOptions) => Promise<Stack>;
  /** Of Chromium; undefined: Playwright's own. */
  readonly executablePath: string | undefined;
  readonly folder: string;
};

const languages = ['en', 'es', 'pt', 'fr', 'nl', 'ar'] as const;
const schemes = ['light', 'dark'] as const;
const portOffset = 8_000;
const lanes = 3;

/**
 * Writes a picture of every state, language, size and colour scheme of the hosted page into the folder, with an
 * index.html that shows them, axe's findings and the figures. `only`: states whose name holds one of the words.
 * Returns the number of pictures.
 */
export async function takeScreenshots(context: ScreenshotContext, only: readonly string[]): Promise<number> {
  const { report, folder } = context;
  const directory = await mkdtemp(join(tmpdir(), 'gateway-screenshots-'));
  const stack = await context.startStack({
    report,
    portOffset,
    dataDirectory: directory,
    environment: { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined, NODE_ENV: 'development' },
  });
  const browser = await chromium.launch({ executablePath: context.executablePath });
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const states = pageStates.filter(
      ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
    );
    const shown: StateShots[] = [];
    await report.step('Taking screenshots', async (progress) => {
      const queue = states.map((state, place) => ({ state, place }));
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            progress.doing(`Taking screenshots: ${next.state.name}`);
            shown[next.place] = await shootState({ browser, urls: stack.urls, folder }, next.state);
          }
        }),
      );
      progress.done('Screenshots taken');
    });
    await writeFile(join(folder, 'index.html'), screenshotIndex(shown));
    return shown.flatMap(({ shots }) => shots).length;
  } finally {
    await browser.close();
    await stack.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Studio = { readonly browser: Browser; readonly urls: SiteUrls; readonly folder: string };

async function shootState(studio: Studio, state: PageState): Promise<StateShots> {
  const { browser, urls } = studio;
  const shots: Shot[] = [];
  for (const language of languages) shots.push(...(await shootLanguage(studio, state, language)));
  const { url } = await state.prepare(urls, 'en');
  return { name: state.name, shots, figures: await measurePage(browser, urls.checkout, url) };
}

async function shootLanguage(
  { browser, urls, folder }: Studio,
  { name, prepare }: PageState,
  language: string,
): Promise<readonly Shot[]> {
  const { url, act } = await prepare(urls, language);
  const shots: Shot[] = [];
  for (const device of Object.keys(devices) as Device[]) {
    const deviceScaleFactor = device === 'phone' ? 2 : 1;
    const { page, context } = await openWindow(browser, urls.checkout, {
      device,
      language,
      deviceScaleFactor,
    });
    const still = await holdStill(page);
    await still.open(url);
    await act?.(still);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      const file = `${name}.${language}.${device}.${scheme}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
      shots.push({ file, language, device, scheme, violations: await findViolations(page) });
    }
    await context.close();
  }
  return shots;
}
