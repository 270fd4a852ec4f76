import { describe, expect } from 'vitest';
import { journalOf } from '../witnesses/journal.js';
import { createMerchant } from '../fakes/merchant.js';
import { arriveAt } from './arrive-at.js';
import { browserTest as it } from './browser-test.js';
import { fillCard } from './fill-card.js';
import { holdStill } from './hold-still.js';
import { hostedRows, plainRow } from './page-states.js';
import { registerPayment } from './register-payment.js';
import { stateOf } from './state-of.js';

/** Goal: a payment that is not made ends where the merchant said, and charges nothing. */
const payButton = 'button[value="pay"]';

it.concurrent.for(hostedRows)('left open too long: $code', async (row, { open, urls }) => {
  const keyId = 'mk_test_window';
  const payment = await registerPayment(urls, row, { keyId, meta: { sandbox: 'success' } });
  const { page } = await open();
  const still = await holdStill(page);
  await still.open(payment.url);
  const { status } = await createMerchant(urls.api, keyId).untilFinal(payment.reference);
  expect(status).toBe('expired');
  // The customer comes back to the form, and knows nothing of that.
  if (row.cardForm) await fillCard(page);
  await still.post(() => page.locator(payButton).click());
  expect(await stateOf(page)).toBe('expired');
  expect(await journalOf(urls.sandbox, payment.identifier)).toEqual([]);
});

describe.concurrent('the way on', () => {
  it('of a cancelled payment', async ({ open, urls }) => {
    const payment = await registerPayment(urls, plainRow);
    const { page } = await open();
    await page.goto(payment.url);
    await page.locator('button[value="cancel"]').click();
    await arriveAt(page, `${urls.sandbox}/merchant/cancelled`);
    expect(await journalOf(urls.sandbox, payment.identifier)).toEqual([]);
  });

  const ways = ['decline', 'error', 'expire'].flatMap((scenario) =>
    [true, false].map((javaScriptEnabled) => ({ scenario, javaScriptEnabled })),
  );
  it.for(ways)(
    'of instructions that end with $scenario, scripts: $javaScriptEnabled',
    async ({ scenario, ...way }, { open, urls }) => {
      const meta = { sandbox: scenario, sandbox_delay_ms: 1_000, sandbox_challenge: 'voucher' };
      const payment = await registerPayment(urls, plainRow, { meta });
      const { page } = await open(way);
      await page.goto(payment.url);
      await page.locator(payButton).click();
      // The customer does nothing: the page learns it by itself.
      await arriveAt(page, `${urls.sandbox}/merchant/failed`);
      const charges = await journalOf(urls.sandbox, payment.identifier);
      expect(charges.filter(({ status }) => status === 'success')).toEqual([]);
    },
  );

  it.for(['approve', 'decline', 'cancel'])(
    'after the customer has pressed "%s" at the provider',
    async (action, { open, urls }) => {
      const payment = await registerPayment(urls, plainRow);
      const { page } = await open();
      await page.goto(payment.url);
      await page.locator(payButton).click();
      await page.locator(`button[value="${action}"]`).click();
      const places = { approve: 'done', decline: 'failed', cancel: 'cancelled' } as const;
      await arriveAt(page, `${urls.sandbox}/merchant/${places[action as keyof typeof places]}`);
    },
  );
});
