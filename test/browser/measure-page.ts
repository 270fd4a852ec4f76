import type { Browser, CDPSession } from 'playwright-core';
import { openWindow } from './customer-window.js';
import { holdStill } from './hold-still.js';

/** What a page costs a customer who comes for the first time. */
export type PageFigures = {
  /** Bytes that came over the wire, headers included. */
  readonly bytes: number;
  readonly requests: number;
  readonly firstPaintMs: number;
};

/** Slow 3G as the browsers' own tools mean it: 400 kbit/s and two seconds for every question; and a slow phone. */
const slowNetwork = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const processorSlowdown = 4;

const firstPaint = `new Promise((resolve) => {
  const look = (entries) => {
    const paint = entries.getEntriesByName('first-contentful-paint')[0];
    if (paint) resolve(paint.startTime);
  };
  new PerformanceObserver(look).observe({ type: 'paint', buffered: true });
})`;

/** Loads the page once on an old phone with a slow connection and an empty cache. */
export async function measurePage(browser: Browser, checkoutUrl: string, url: string): Promise<PageFigures> {
  const { page, context } = await openWindow(browser, checkoutUrl, { device: 'phone' });
  try {
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
    const still = await holdStill(page);
    await still.open(url);
    return { ...traffic(), firstPaintMs: Math.round(await page.evaluate<number>(firstPaint)) };
  } finally {
    await context.close();
  }
}

async function countTraffic(session: CDPSession): Promise<() => Pick<PageFigures, 'bytes' | 'requests'>> {
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await session.send('Network.enable');
  return () => ({ bytes, requests });
}
