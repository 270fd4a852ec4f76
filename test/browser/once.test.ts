import { describe, expect } from 'vitest';
import { arriveAt } from './arrive-at.js';
import { browserTest as it } from './browser-test.js';
import { fillCard } from './fill-card.js';
import { holdStill } from './hold-still.js';
import { hostedRows, plainRow } from './page-states.js';
import { pressByKeyboard } from './press-by-keyboard.js';
import { proveOneSuccess } from './prove-one-success.js';
import { registerPayment } from './register-payment.js';
import { stateOf } from './state-of.js';

/**
 * Goal: however a customer treats the browser, one payment is one charge, and there is always a way on. Method: what
 * people do to pages, and the provider's journal afterwards.
 */
const rows = [plainRow, ...hostedRows.filter(({ cardForm }) => cardForm)];
const rowsBothWays = rows.flatMap((row) =>
  [true, false].map((javaScriptEnabled) => ({ row, javaScriptEnabled })),
);
const payButton = 'button[value="pay"]';
const approveButton = 'button[value="approve"]';

describe.concurrent('pressed twice', () => {
  it.for(rowsBothWays)('$row.code, scripts: $javaScriptEnabled', async (way, { open, urls }) => {
    const payment = await registerPayment(urls, way.row);
    const { page } = await open(way);
    await page.goto(payment.url);
    if (way.row.cardForm) await fillCard(page);
    await page.locator(payButton).dblclick();
    await page.locator(approveButton).dblclick();
    await arriveAt(page, `${urls.sandbox}/merchant/done`);
    await proveOneSuccess(urls, payment);
  });
});

describe.concurrent('by keyboard alone', () => {
  it.for(hostedRows)('$code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page } = await open({ device: 'desktop' });
    await page.goto(payment.url);
    await pressByKeyboard(page, payButton);
    if (row.challenges[0] !== 'redirect') await pressByKeyboard(page, `main a[href^="${urls.sandbox}/"]`);
    await pressByKeyboard(page, approveButton);
    await arriveAt(page, `${urls.sandbox}/merchant/done`);
    await proveOneSuccess(urls, payment);
  });
});

describe.concurrent('the back button', () => {
  it.for(rows)('leads from the provider to where the payment stands: $code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page } = await open();
    await page.goto(payment.url);
    if (row.cardForm) await fillCard(page);
    await page.locator(payButton).click();
    await page.locator(approveButton).waitFor();
    const still = await holdStill(page);
    await still.go(() => page.goBack());
    expect(await stateOf(page)).toBe('leaving');
    await page.unrouteAll();
    // It leads on by itself, be it while it is loaded anew or afterwards.
    await page.reload().catch(() => undefined);
    await page.locator(approveButton).click();
    await arriveAt(page, `${urls.sandbox}/merchant/done`);
    await proveOneSuccess(urls, payment);
  });

  it.for([true, false])(
    'leads from the shop to no form, scripts: %s',
    async (javaScriptEnabled, { open, urls }) => {
      const payment = await registerPayment(urls, plainRow);
      const { page } = await open({ javaScriptEnabled });
      await page.goto(payment.url);
      await page.locator(payButton).click();
      await page.locator(approveButton).click();
      await arriveAt(page, `${urls.sandbox}/merchant/done`);
      const still = await holdStill(page);
      await still.go(() => page.goBack());
      // The provider's own page may lie between.
      if (!page.url().startsWith(urls.checkout)) await still.go(() => page.goBack());
      expect(await stateOf(page)).toBe('success');
      await proveOneSuccess(urls, payment);
    },
  );
});

describe.concurrent('a second tab', () => {
  it.for(rows)('pays nothing twice: $code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page: first, context } = await open();
    const second = await context.newPage();
    const secondStill = await holdStill(second);
    // At once: neither tab has a cookie yet, and both forms are as good as a single tab's.
    await Promise.all([first.goto(payment.url), secondStill.open(payment.url)]);
    if (row.cardForm) {
      await fillCard(first);
      await fillCard(second, '5555555555554444');
    }
    await first.bringToFront();
    await first.locator(payButton).click();
    await first.locator(approveButton).waitFor();
    // The other tab still shows the form, posts it, and learns where the payment stands.
    await secondStill.post(() => second.locator(payButton).click());
    expect(await stateOf(second)).toBe('leaving');
    await first.locator(approveButton).click();
    await arriveAt(first, `${urls.sandbox}/merchant/done`);
    await secondStill.open(payment.url);
    expect(await stateOf(second)).toBe('success');
    const record = await proveOneSuccess(urls, payment);
    expect((record['card'] as { readonly first6: string } | undefined)?.first6).toBe(
      row.cardForm ? '424242' : undefined,
    );
  });
});

describe.concurrent('the connection is lost', () => {
  it.for(rowsBothWays)(
    'after the form was sent: $row.code, scripts: $javaScriptEnabled',
    async (way, { open, urls }) => {
      const payment = await registerPayment(urls, way.row);
      const { page } = await open(way);
      await page.goto(payment.url);
      if (way.row.cardForm) await fillCard(page);
      await page.route(payment.url, async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.abort('connectionreset');
      });
      await page.locator(payButton).click();
      await page.waitForURL(/^chrome-error:/);
      await page.unroute(payment.url);
      // The link that the customer has is all it takes.
      await page.goto(payment.url);
      await page.locator(approveButton).click();
      await arriveAt(page, `${urls.sandbox}/merchant/done`);
      await proveOneSuccess(urls, payment);
    },
  );
});
