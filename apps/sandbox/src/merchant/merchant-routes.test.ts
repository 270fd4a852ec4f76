import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signCallback } from '#gateway/signature/callback-signature';
import { buildServer } from '../server.js';
import { readSettings } from '../settings.js';
import { callbacksListed } from './merchant-inbox.js';

const rightSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const wrongSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
let server: FastifyInstance;
let base: string;

beforeAll(async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  server = await buildServer({
    ...readSettings({ NODE_ENV: 'development' }),
    dataFolder,
    logLevel: 'silent',
  });
  base = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

async function deliver(eventId: string, query = '', secret = rightSecret): Promise<number> {
  const url = `${base}/merchant/callbacks${query}`;
  const body = JSON.stringify({ event_id: eventId, type: 'payment', reference: `of-${eventId}` });
  const keys = [{ id: 'any', secret }];
  const { host: _host, ...headers } = signCallback({ url, date: new Date(), body, eventId, keys });
  const response = await fetch(url, { method: 'POST', headers, body });
  return response.status;
}

async function keptOf(eventId: string): Promise<unknown> {
  const response = await fetch(`${base}/merchant/callbacks?reference=of-${eventId}`);
  return response.json();
}

/** Ids of the events that the shop lists without a reference. */
async function listed(): Promise<readonly unknown[]> {
  const response = await fetch(`${base}/merchant/callbacks`);
  const { callbacks } = (await response.json()) as {
    readonly callbacks: readonly { readonly body: { readonly event_id: string } }[];
  };
  return callbacks.map(({ body }) => body.event_id);
}

it('verifies both signatures, keeps and lists callbacks', async () => {
  expect(await deliver('evt_1')).toBe(200);
  expect(await deliver('evt_1', '', wrongSecret)).toBe(200);
  expect(await keptOf('evt_1')).toMatchObject({
    callbacks: [
      { valid: true, body: { event_id: 'evt_1' }, headers: { 'webhook-id': 'evt_1' } },
      { valid: false },
    ],
  });
  expect(await keptOf('evt_0')).toEqual({ callbacks: [] });
});

it('lists the latest callbacks of all references, oldest first, where none is asked for', async () => {
  for (let n = 1; n <= callbacksListed; n += 1) await deliver(`evt_list_${n}`);
  const first = await listed();
  expect(first).toHaveLength(callbacksListed);
  expect([first.at(0), first.at(-1)]).toEqual(['evt_list_1', `evt_list_${callbacksListed}`]);
  await deliver('evt_list_last');
  const then = await listed();
  expect(then).toHaveLength(callbacksListed);
  expect([then.at(0), then.at(-1)]).toEqual(['evt_list_2', 'evt_list_last']);
});

it('misbehaves on request, and still keeps the callbacks that it got', async () => {
  const query = '?answer=500&times=2&delay_ms=5';
  expect([
    await deliver('evt_2', query),
    await deliver('evt_2', query),
    await deliver('evt_2', query),
  ]).toEqual([500, 500, 200]);
  expect(await deliver('evt_3', '?answer=410')).toBe(410);
  expect(await keptOf('evt_2')).toMatchObject({
    callbacks: [{ valid: true }, { valid: true }, { valid: true }],
  });
});

it.each(['/merchant/done', '/merchant/cancelled', '/merchant/failed', '/', '/health/live'])(
  '%s answers 200',
  async (path) => {
    const response = await fetch(base + path);
    expect(response.status).toBe(200);
  },
);
