import { describe, expect } from 'vitest';
import type { ChallengeType } from '#domain/transaction/challenge';
import { browserTest as it } from './browser-test.js';
import { holdStill } from './hold-still.js';
import { plainRow } from './page-states.js';
import { registerPayment } from './register-payment.js';

/**
 * Goal: a number that somebody types or copies is whole. Method: on the narrowest screen, how many lines each group
 * takes, and what is selected by a customer who selects all of it.
 */
const narrowest = { width: 320, height: 640 };
const challenges: readonly ChallengeType[] = ['voucher', 'ussd', 'bank_transfer_mexico', 'multibanco'];
const linesOfGroups = `[...document.querySelectorAll('.copy span')].map((group) => group.getClientRects().length)`;
const selected = `[...document.querySelectorAll('[data-copy]:not([data-copy=""])')].map((button) => {
  const code = button.previousElementSibling;
  getSelection().selectAllChildren(code);
  return [button.dataset.copy, code.closest('[data-step="amount"]') ? button.dataset.copy : getSelection().toString()];
})`;

describe.concurrent.each(challenges)('of %s', (challenge) => {
  it('no group is broken, and what is selected is what is copied', async ({ open, urls }) => {
    const payment = await registerPayment(urls, plainRow, { meta: { sandbox_challenge: challenge } });
    const { page } = await open();
    await page.setViewportSize(narrowest);
    const still = await holdStill(page);
    await still.open(payment.url);
    await still.go(() => page.locator('button[value="pay"]').click());
    await page.locator('.ticket').waitFor();
    const lines = await page.evaluate<readonly number[]>(linesOfGroups);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((count) => count !== 1)).toEqual([]);
    const copies = await page.evaluate<readonly (readonly [string, string])[]>(selected);
    expect(copies.length).toBeGreaterThan(0);
    for (const [copied, shown] of copies) expect(shown).toBe(copied);
  });
});

describe.concurrent('a USSD code', () => {
  it('dials it by a link', async ({ open, urls }) => {
    const payment = await registerPayment(urls, plainRow, { meta: { sandbox_challenge: 'ussd' } });
    const { page } = await open();
    await page.goto(payment.url);
    await page.locator('button[value="pay"]').click();
    const code = await page.locator('[data-step="code"] .copy').textContent();
    const link = await page.locator('a[href^="tel:"]').getAttribute('href');
    expect(decodeURIComponent(link ?? '')).toBe(`tel:${code}`);
  });
});

describe.concurrent('an amount', () => {
  it.for([999_999_999, 999_999_999_999])('stays in one line: %s', async (amount, { open, urls }) => {
    const payment = await registerPayment(urls, plainRow, { changes: { amount } });
    const { page } = await open();
    await page.setViewportSize(narrowest);
    await page.goto(payment.url);
    expect(await page.evaluate('document.querySelector(".amount data").getClientRects().length')).toBe(1);
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    expect(await page.evaluate(widths)).toEqual([narrowest.width, narrowest.width]);
  });
});
