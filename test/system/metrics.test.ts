import { expect, it } from 'vitest';
import { idealBody } from '../support/bodies.js';
import { createMerchant } from '../support/merchant.js';
import { sharedStack } from '../support/stack.js';
import { sendSigned } from '../support/signed-request.js';
import { until } from '../support/until.js';

/** Goal: a monitoring system sees what goes on, and nothing of what it is about (contract §7, §14). */
const { urls } = sharedStack;

async function scrape(): Promise<{ readonly type: string; readonly text: string }> {
  const answer = await fetch(urls.metrics);
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

it('signatures that were refused are counted by their cause', async () => {
  const count = async () => {
    const { text } = await scrape();
    return Number(/gateway_refused_signatures_total\{cause="keyUnknown"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await count();
  await sendSigned(urls.api, { keyId: 'mk_test_nobody' });
  expect(await until(count, (now) => now > before)).toBe(before + 1);
});

it('figures have a port of their own; in development the API shows them as well', async () => {
  const beside = await fetch(`${urls.api}/metrics`);
  expect(beside.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await beside.text()).toContain('gateway_http_requests_total');
  expect((await fetch(new URL('/v2/payment/a', urls.metrics))).status).toBe(404);
  expect((await fetch(urls.metrics, { method: 'POST' })).status).toBe(404);
});

it('and are the same for whoever asks again at once', async () => {
  const texts = await Promise.all(Array.from({ length: 10 }, async () => (await scrape()).text));
  expect(new Set(texts).size).toBeLessThanOrEqual(2);
});
