import { expect, inject, it } from 'vitest';
import { idealBody } from '../support/bodies.js';
import { createMerchant } from '../support/merchant.js';
import { until } from '../support/until.js';

/** Goal: a monitoring system sees what goes on, and nothing of what it is about (contract §7, §14). */
const { urls } = inject('stack');

async function scrape(): Promise<{ readonly type: string; readonly text: string }> {
  const answer = await fetch(`${urls.api}/metrics`);
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

it('an open payment is counted, and its reference is not told', async () => {
  const body = idealBody();
  await createMerchant(urls.api).post('/v2/payment', body);
  const { type, text } = await until(scrape, (seen) =>
    /gateway_open_transactions\{type="payment",status="created"\} [1-9]/.test(seen.text),
  );
  expect(type).toMatch(/^text\/plain/);
  expect(text).toMatch(
    /gateway_http_requests_total\{method="POST",route="\/v2\/payment",status="200"\} [1-9]/,
  );
  expect(text).toContain('gateway_pending_callbacks');
  expect(text).not.toContain(body.reference);
});
