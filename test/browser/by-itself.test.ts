import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journalOf } from '../witnesses/journal.js';
import { arriveAt } from './arrive-at.js';
import { browserTest as it } from './browser-test.js';
import { holdStill } from './hold-still.js';
import { hostedRows, plainRow } from './page-states.js';
import { proveOneSuccess } from './prove-one-success.js';
import { registerPayment } from './register-payment.js';
import { stateOf } from './state-of.js';

/**
 * Goal: a form that asks for nothing posts itself once, and only for a customer who sees it. Method: a browser
 * that does not say that a program drives it, as those of customers; the others of these tests say so.
 */
const asPerson = 'Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false })';
const unseen = 'Object.defineProperty(document, "visibilityState", { get: () => "hidden" })';

/** The page's next question how the payment stands comes long after it would have posted itself. */
const nextQuestion = (page: Page) => page.waitForRequest(/\/status\?/);

describe.concurrent('a page that is seen', () => {
  it.for(hostedRows.filter(({ cardForm }) => !cardForm))(
    'goes on by itself, and is one charge: $code',
    async (row, { open, urls }) => {
      const payment = await registerPayment(urls, row);
      const { page } = await open();
      await page.addInitScript(asPerson);
      await page.goto(payment.url);
      if (row.challenges[0] !== 'redirect') await page.locator(`main a[href^="${urls.sandbox}/"]`).click();
      await page.locator('button[value="approve"]').click();
      await arriveAt(page, `${urls.sandbox}/merchant/done`);
      await proveOneSuccess(urls, payment);
    },
  );
});

describe.concurrent('the form stays', () => {
  it.for([
    ['in a page that is not visible', `${asPerson}; ${unseen}`],
    ['where a program drives the browser', ''],
  ] as const)('%s', async ([, script], { open, urls }) => {
    const payment = await registerPayment(urls, plainRow);
    const { page } = await open();
    await page.addInitScript(script);
    await page.goto(payment.url);
    await nextQuestion(page);
    expect(await stateOf(page)).toBe('form');
    expect(await journalOf(urls.sandbox, payment.identifier)).toEqual([]);
  });

  it('where a customer touches it, and after a reload', async ({ open, urls }) => {
    const payment = await registerPayment(urls, plainRow);
    const { page } = await open();
    await page.addInitScript(asPerson);
    await page.goto(payment.url);
    await page.keyboard.press('Tab');
    await nextQuestion(page);
    expect(await stateOf(page)).toBe('form');
    await page.reload();
    await nextQuestion(page);
    expect(await stateOf(page)).toBe('form');
    expect(await journalOf(urls.sandbox, payment.identifier)).toEqual([]);
  });

  it('where it asks for a card', async ({ open, urls }) => {
    const row = hostedRows.find(({ cardForm }) => cardForm) ?? plainRow;
    const payment = await registerPayment(urls, row);
    const { page } = await open();
    await page.addInitScript(asPerson);
    await page.goto(payment.url);
    await nextQuestion(page);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(await stateOf(page)).toBe('card');
  });
});

describe.concurrent('the button', () => {
  it('sends nothing more after it was pressed for the customer', async ({ open, urls }) => {
    const payment = await registerPayment(urls, plainRow);
    const { page } = await open();
    await page.addInitScript(asPerson);
    // Held, the page stays after its form was sent.
    const still = await holdStill(page);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await still.open(payment.url);
    await posted;
    await page.locator('button[value="pay"]').click();
    await nextQuestion(page);
    expect(posts).toEqual([payment.url]);
  });
});
