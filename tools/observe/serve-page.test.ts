import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownFolder } from '#runtime/testing/own-folder';
import { servePage } from './serve-page.js';

/** Goal: one page says what a Prometheus answers, without scripts, and one trouble hides nothing else. */
const put = ownFolder();
const alert = {
  labels: { alertname: 'ProcessDown', severity: 'page' },
  annotations: { summary: 'gateway-api & co', runbook: 'docs/runbook.md#processdown' },
  state: 'firing',
  activeAt: '2026-03-01T10:20:30.000Z',
};

/** Speaks as a Prometheus does: of `open` two series, one of them over; of anything else a fault. */
const prometheus = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const end = Number(searchParams.get('end'));
  const series = [
    { metric: { type: 'payment' }, values: [[end - 60, '1'], [end, '12500']] }, // prettier-ignore
    { metric: { type: '<b>' }, values: [[end - 120, '3'], [end - 60, 'NaN']] }, // prettier-ignore
  ];
  const isKnown = pathname.endsWith('/alerts') || searchParams.get('query') === 'open';
  const data = pathname.endsWith('/alerts') ? { alerts: [alert] } : { result: series };
  response
    .writeHead(isKnown ? 200 : 400)
    .end(JSON.stringify(isKnown ? { data } : { error: 'no such thing' }));
});
let page: Awaited<ReturnType<typeof servePage>>;

beforeAll(async () => {
  const panel = (title: string, expr: string) => ({
    title,
    fieldConfig: { defaults: { unit: 'short' } },
    targets: [{ expr, legendFormat: 'of {{type}}' }],
  });
  const dashboard = { title: 'Gateway: payments', panels: [panel('Open', 'open'), panel('Broken', 'x')] };
  const path = put('payments.json', JSON.stringify(dashboard));
  prometheus.listen(0, '127.0.0.1');
  await once(prometheus, 'listening');
  page = await servePage({
    port: 0,
    prometheusUrl: `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`,
    folder: path.replace('/payments.json', ''),
  });
});
afterAll(() => page.stop());

it('shows alerts, values and curves, escapes what it is told, and runs no scripts', async () => {
  const response = await fetch(page.url);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
  expect(text).toMatch(/ProcessDown[^]*gateway-api &amp; co[^]*docs\/runbook\.md#processdown/);
  expect(text).toMatch(/<h3>Open<\/h3>[^]*of payment<\/td>\s*<td class="value">12\.5 k</);
  expect(text).toMatch(/of &lt;b&gt;<\/td>\s*<td class="value">–</);
  expect(text.match(/<polyline/g)).toHaveLength(2);
  expect(text).not.toMatch(/<script|style="|<b>/);
  const style = await fetch(`${page.url}/style.css`);
  expect(style.headers.get('content-type')).toContain('text/css');
});

it('says of one panel what is wrong with it', async () => {
  expect(await (await fetch(page.url)).text()).toMatch(/<h3>Broken<\/h3>\s*<p class="page">no such thing/);
});

it('has nothing else, and says when Prometheus is away', async () => {
  expect((await fetch(`${page.url}/alerts`)).status).toBe(404);
  expect((await fetch(page.url, { method: 'POST' })).status).toBe(405);
  prometheus.closeAllConnections();
  prometheus.close();
  await once(prometheus, 'close');
  const response = await fetch(page.url);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Prometheus does not answer');
});
