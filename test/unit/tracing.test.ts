import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryLog } from '#runtime/testing/memory-log';
import { readTracing } from '#tracing/read-tracing';
import { openTracing } from '#tracing/open-tracing';
import { noTracing, readTraceparent, traceIdOf, type Tracing } from '#tracing/tracing';
import { openEndpoint } from '../fakes/endpoint.js';
import { openSpanReceiver, type SpanReceiver } from '../fakes/span-receiver.js';

/** Goal: spans arrive, connected; a collector that does not take them disturbs no process; and off means that nothing is loaded. */
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const identifier = '0190b8a0-0000-7000-8000-000000000001';

const episode = {
  name: 'submit',
  kind: 'client',
  traceparent,
  place: 'within',
  startedAt: 1_700_000_000_000,
  endedAt: 1_700_000_000_250,
  hasFailed: false,
  attributes: { 'payment.identifier': identifier, provider: 'sandbox', attempt: 2 },
} as const;

afterEach(() => vi.unstubAllEnvs());

/** With a log whose lines are kept. */
async function open(endpoint: string, environment: Readonly<Record<string, string>> = {}) {
  // The exporter reads the variables itself.
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '20', ...environment };
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
  const { log, lines } = memoryLog();
  const tracing = await openTracing('worker', { ...readTracing(set), build: 'test' }, log);
  return { tracing, lines };
}

describe('to a receiver', () => {
  let receiver: SpanReceiver;
  let tracing: Tracing;

  beforeEach(async () => {
    receiver = await openSpanReceiver();
    ({ tracing } = await open(receiver.url));
  });
  afterEach(async () => {
    await tracing.stop();
    receiver.close();
  });

  it("a create call's span begins a trace of its own, which links to its caller's", async () => {
    const begun = tracing.begin('POST /v2/payment', 1_700_000_000_000, traceparent);
    begun?.end({ attributes: { 'payment.identifier': identifier, outcome: 'created' }, hasFailed: false });
    const [span] = await receiver.untilSpans(identifier, (spans) => spans.length > 0);
    expect(span).toMatchObject({
      service: 'payments-gateway-worker',
      name: 'POST /v2/payment',
      kind: 2,
      parentSpanId: undefined,
      startedAt: 1_700_000_000_000,
      links: [ids],
      attributes: { outcome: 'created' },
      hasFailed: false,
    });
    expect(span?.traceId).not.toBe(ids.traceId);
    expect(begun?.traceparent).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  });

  it('a caller who sends no traceparent, or nonsense, is linked to nothing', async () => {
    for (const [n, header] of [undefined, '', 'x', `${traceparent}-x`].entries())
      tracing
        .begin('POST /v2/payment', Date.now(), header)
        ?.end({ attributes: { 'payment.identifier': identifier, attempt: n }, hasFailed: true });
    const spans = await receiver.untilSpans(identifier, ({ length }) => length === 4);
    for (const span of spans) expect(span).toMatchObject({ links: [], hasFailed: true });
  });

  it('what belongs to the call is its child, what comes later links to it', async () => {
    tracing.tell(episode);
    tracing.tell({ ...episode, name: 'deliver', place: 'linked' });
    const spans = await receiver.untilSpans(identifier, ({ length }) => length === 2);
    const [child, later] = ['submit', 'deliver'].map((name) => spans.find((span) => span.name === name));
    expect(child).toMatchObject({ traceId: ids.traceId, parentSpanId: ids.spanId, links: [], kind: 3 });
    expect(child).toMatchObject({ startedAt: episode.startedAt, endedAt: episode.endedAt });
    expect(child?.attributes).toEqual({ 'payment.identifier': identifier, provider: 'sandbox', attempt: 2 });
    expect(later).toMatchObject({ parentSpanId: undefined, links: [ids] });
    expect(later?.traceId).not.toBe(ids.traceId);
  });

  it('nothing is lost at the end, and nothing is recorded after it', async () => {
    for (let n = 0; n < 100; n += 1) tracing.tell({ ...episode, attributes: { attempt: n } });
    await tracing.stop();
    expect(receiver.spans()).toHaveLength(100);
  });
});

it('what is not sampled begins no trace, and what has begun is followed all the same', async () => {
  const receiver = await openSpanReceiver();
  const none = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  const { tracing } = await open(receiver.url, none);
  expect(tracing.begin('POST /v2/payment', Date.now(), traceparent)).toBeUndefined();
  tracing.tell({ ...episode, place: 'linked' });
  await tracing.stop();
  expect(receiver.spans()).toHaveLength(1);
  receiver.close();
});

describe('somebody who does not take them', () => {
  it('is logged once, in a word', async () => {
    const endpoint = await openEndpoint(() => ({ status: 400, body: 'secret' }));
    const { tracing, lines } = await open(endpoint.url);
    tracing.tell(episode);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    tracing.tell(episode);
    await tracing.stop();
    expect(endpoint.heard).toHaveLength(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, lost: 1, cause: '400' });
    expect(JSON.stringify(lines)).not.toContain('secret');
    endpoint.close();
  });

  it('holds up the end of a process for a few seconds only', async () => {
    const endpoint = await openEndpoint(() => new Promise(() => undefined));
    const { tracing } = await open(endpoint.url);
    tracing.tell(episode);
    const startedAt = performance.now();
    await tracing.stop();
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(endpoint.heard.length).toBeGreaterThan(0);
    endpoint.close();
  });
});

describe('off', () => {
  it('is what no endpoint means', async () => {
    const tracing = await openTracing('api', { ...readTracing({}), build: 'test' }, memoryLog().log);
    expect(tracing).toBe(noTracing);
    expect(tracing.begin('POST /v2/payment', 0, traceparent)).toBeUndefined();
  });

  it("loads nothing of OpenTelemetry's: one file imports it, and that one is imported when it is wanted", () => {
    const sources = ['apps', 'libs', 'tools'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${folder}/${name}`),
    );
    const importing = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));
    expect(importing(/'@opentelemetry\//)).toEqual(['libs/tracing/start-sdk.ts']);
    expect(importing(/from '.*start-sdk/)).toEqual([]);
    expect(importing(/import\('.*start-sdk/)).toEqual(['libs/tracing/open-tracing.ts']);
  });
});

it.each([
  [traceparent, ids],
  [`00-${'0'.repeat(32)}-${ids.spanId}-01`, undefined],
  [`00-${ids.traceId}-${'0'.repeat(16)}-01`, undefined],
  [traceparent.toUpperCase(), undefined],
  [undefined, undefined],
])('%s is read as it should be', (text, read) => {
  expect(readTraceparent(text)).toEqual(read);
  expect(traceIdOf(text)).toBe(read?.traceId);
});
