import { expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';

/** Goal: a monitoring system sees what goes on, and nothing of what it is about (contract §7, §14). */
const { urls } = sharedStack;

async function scrape(url = urls.metrics): Promise<{ readonly type: string; readonly text: string }> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

it('an open payment is counted, without its reference', async () => {
  const body = idealBody();
  await createMerchant(urls.api).post('/v2/payment', body);
  const { type, text } = await until(
    () => scrape(urls.workerMetrics),
    (seen) => /gateway_open_transactions\{type="payment",status="created"\} [1-9]/.test(seen.text),
  );
  expect(type).toMatch(/^text\/plain/);
  expect(text).toContain('gateway_pending_callbacks{state="pending"}');
  expect(text).toMatch(/gateway_attempts_total\{[^}]*method="ideal",outcome="accepted"\} [1-9]/);
  // A series that begins with 1 has not grown: each other outcome is there before it comes.
  expect(text).toMatch(/gateway_attempts_total\{[^}]*method="ideal",outcome="not_sent"\} \d/);
  expect(text).not.toContain(body.reference);
  const counted = /gateway_http_requests_total\{method="POST",route="\/v2\/payment",status="200"\} [1-9]/;
  expect((await until(scrape, (seen) => counted.test(seen.text))).text).not.toContain(body.reference);
});

it('its end is counted by provider and source, and so is the delay of the callback', async () => {
  const body = idealBody({ sandbox: 'success' });
  const merchant = createMerchant(urls.api);
  await merchant.post('/v2/payment', body);
  await merchant.untilFinal(body.reference);
  const ended = /gateway_finals_total\{provider="sandbox",[^}]*status="success",source="provider"\} [1-9]/;
  const told = /gateway_callback_lag_seconds_count\{attempt="first"\} [1-9]/;
  await until(
    () => scrape(urls.workerMetrics),
    ({ text }) => ended.test(text) && told.test(text),
  );
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

it('each process has a port of its own for figures; in development the API shows its own as well', async () => {
  const beside = await fetch(`${urls.api}/metrics`);
  expect(beside.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await beside.text()).toContain('gateway_http_requests_total');
  const all = { api: urls.metrics, checkout: urls.checkoutMetrics, worker: urls.workerMetrics };
  for (const [application, url] of Object.entries(all)) {
    const { text } = await scrape(url);
    expect(text).toContain(`gateway_build_info{application="${application}"`);
    expect(text).toMatch(/^gateway_configuration_version [1-9]/m);
    expect((await fetch(new URL('/v2/payment/a', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  }
  expect((await scrape(urls.sdkMetrics)).text).toMatch(/^temporal_num_pollers\{.*task_queue="transactions"/m);
});

it('and are the same for a second request at once', async () => {
  const texts = await Promise.all(Array.from({ length: 10 }, async () => (await scrape()).text));
  expect(new Set(texts).size).toBeLessThanOrEqual(2);
});
