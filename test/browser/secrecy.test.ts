import type { Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { fillCard } from './fill-card.js';
import { findResidue } from './find-residue.js';
import { holdStill } from './hold-still.js';
import { hostedRows, postWithoutScript } from './page-states.js';
import { registerPayment } from './register-payment.js';

/**
 * Goal: a card goes from the form to us in the body of one request, and is nowhere else afterwards. Method: a number
 * whose digits turn up nowhere by chance, sought six in a row wherever a page could leave them.
 */
const pan = '4929183650472107';
const sixDigits = new RegExp(
  Array.from({ length: pan.length - 5 }, (_, start) =>
    Array.from(pan.slice(start, start + 6)).join('[\\s+-]?'),
  ).join('|'),
);
const cardRows = hostedRows.filter(({ cardForm }) => cardForm);
const payButton = 'button[value="pay"]';
const panField = '[name="pan"]';
const expiryField = '[name="expiry"]';

describe.concurrent('a card', () => {
  it.for(cardRows)('that was taken leaves no digit behind: $code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page, context } = await open({ device: 'desktop' });
    const requests: Request[] = [];
    context.on('request', (request) => void requests.push(request));
    const still = await holdStill(page);
    await still.open(payment.url);
    await fillCard(page, pan);
    expect(await findResidue(page)).toMatch(sixDigits);
    await still.post(() => page.locator(payButton).click());
    expect(await findResidue(page)).not.toMatch(sixDigits);
    const carriers = requests.filter((one) => sixDigits.test(`${one.url()} ${one.postData()}`));
    expect(carriers.map((one) => `${one.method()} ${one.url()}`)).toEqual([`POST ${payment.url}`]);
  });

  it.for(cardRows)('that was not taken is not given back: $code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page } = await open();
    const still = await holdStill(page);
    await still.open(payment.url);
    await fillCard(page, pan);
    await page.locator(expiryField).fill('12/20');
    await still.post(() => page.evaluate(postWithoutScript));
    expect(await findResidue(page)).not.toMatch(sixDigits);
    await still.go(() => page.goBack());
    expect(await findResidue(page)).not.toMatch(sixDigits);
    expect(await page.locator(panField).inputValue()).toBe('');
  });

  it.for(cardRows)('stays in the form while its expiry date is wrong: $code', async (row, { open, urls }) => {
    const payment = await registerPayment(urls, row);
    const { page } = await open();
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const still = await holdStill(page);
    await still.open(payment.url);
    await fillCard(page, pan);
    for (const mistyped of ['1220', '1331']) {
      await page.locator(expiryField).fill('');
      await page.locator(expiryField).pressSequentially(mistyped);
      await page.locator(payButton).click();
      expect(await page.locator('[aria-invalid]').count()).toBe(1);
      expect(await page.evaluate('document.activeElement.name')).toBe('expiry');
      expect(await page.locator('#expiry-problem').isVisible()).toBe(true);
    }
    expect(posts).toEqual([]);
    expect((await page.locator(panField).inputValue()).replaceAll(' ', '')).toBe(pan);
    expect(await page.locator('[name="cvv"]').inputValue()).not.toBe('');
    await page.locator(expiryField).fill('');
    await page.locator(expiryField).pressSequentially('431');
    expect(await page.locator(expiryField).inputValue()).toBe('04/31');
    await still.post(() => page.locator(payButton).click());
    expect(posts).toEqual([payment.url]);
  });
});
