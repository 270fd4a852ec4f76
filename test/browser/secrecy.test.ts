import type { Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it } from './browser-test.js';
import { fillCard } from './fill-card.js';
import { findResidue } from './find-residue.js';
import { holdStill } from './hold-still.js';
import { hostedRows } from './page-states.js';
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
    await page.locator('[name="exp_year"]').fill('2020');
    await still.post(() => page.locator(payButton).click());
    expect(await findResidue(page)).not.toMatch(sixDigits);
    await still.go(() => page.goBack());
    expect(await findResidue(page)).not.toMatch(sixDigits);
    expect(await page.locator(panField).inputValue()).toBe('');
  });
});
