import type { Browser, BrowserContext, Page } from 'playwright-core';
import { patient } from '../stack/patience.js';
import { watchTraffic } from './watch-traffic.js';

export const devices = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
export type Device = keyof typeof devices;

export type WindowOptions = {
  /** By default a phone. */
  readonly device?: Device;
  /** The language of the browser, as BCP 47; by default English. */
  readonly language?: string;
  readonly scheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  /** Pixels of the screen for each of the page, as screenshots show them. */
  readonly deviceScaleFactor?: number;
};

/** A browser window with cookies of its own, and what it saw. */
export type CustomerWindow = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What no page may do, in words. */
  faults(): Promise<readonly string[]>;
};

/** What a customer waits for; generous, because a machine may have other things to do. */
const stepLimitMs = patient(60_000);

export async function openWindow(
  browser: Browser,
  checkoutUrl: string,
  { device = 'phone', language = 'en', scheme = 'light', ...options }: WindowOptions,
): Promise<CustomerWindow> {
  const context = await browser.newContext({
    ...devices[device],
    ...options,
    locale: language,
    colorScheme: scheme,
    timezoneId: 'UTC',
    // What turns while a customer waits is drawn sixty times a second, by the processor.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(stepLimitMs);
  const faults = watchTraffic(context, new URL(checkoutUrl).origin);
  return { context, page: await context.newPage(), faults };
}
