import { describe, expect } from 'vitest';
import { arriveAt } from './arrive-at.js';
import { browserTest as it } from './browser-test.js';
import { devices, type Device } from './customer-window.js';
import { fillCard } from './fill-card.js';
import { hurryBy } from './hurry-by.js';
import { hostedRows } from './page-states.js';
import { proveOneSuccess } from './prove-one-success.js';
import { registerPayment } from './register-payment.js';

/**
 * Goal: everyone can pay by every method. Method: a customer goes all the way through, from the merchant's link to the
 * shop's page, on a phone and at a desk, with scripts and without; on the phone waiting for each page to lead on by
 * itself, at the desk by following its links.
 */
const ways = (Object.keys(devices) as Device[]).flatMap((device) =>
  [true, false].map((javaScriptEnabled) => ({ device, javaScriptEnabled })),
);
/** `npm test` takes two ways that differ in everything, `--all` takes each. */
const waysTaken = ways.filter(
  ({ device, javaScriptEnabled }) =>
    process.env['TEST_ALL'] === '1' || javaScriptEnabled === (device === 'phone'),
);

describe.concurrent.each(waysTaken)('on a $device, scripts: $javaScriptEnabled', (way) => {
  it.for(hostedRows)('$code', async (row, { open, urls }) => {
    const [payment, { page }] = await Promise.all([registerPayment(urls, row), open(way)]);
    const hurries = way.device === 'desktop';
    await page.goto(payment.url);
    if (row.cardForm) await fillCard(page);
    await page.locator('button[value="pay"]').click();

    const onward = page.locator(`main a[href^="${urls.sandbox}/"]`);
    // A page of instructions is where the customer stays; the way on is offered, for this provider's sake.
    if (hurries || row.challenges[0] !== 'redirect') await hurryBy(onward);
    await page.locator('button[value="approve"]').click();
    if (hurries) await hurryBy(page.locator(`a[href="${urls.sandbox}/merchant/done"]`));
    await arriveAt(page, `${urls.sandbox}/merchant/done`);
    expect(await page.locator('h1').textContent()).toBe('Demo shop');
    await proveOneSuccess(urls, payment);
  });
});
