import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallbackRejected, readCallback } from '#client/read-callback';
import { signCallback } from '#gateway/signature/callback-signature';
import { buildServer } from '../../apps/sandbox/src/server.js';
import { readSettings } from '../../apps/sandbox/src/settings.js';
import { passCallbacksOn } from './pass-callbacks-on.js';

/**
 * Goal: a service on a laptop gets what the shop of the sandbox gets, and can verify it. Method: callbacks are posted to a
 * real sandbox, and a server of the test's own reads what is passed on with the client library.
 */
const keys = [{ id: 'ck_test', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
let sandbox: FastifyInstance;
let sandboxUrl: string;

beforeAll(async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await buildServer({
    ...readSettings({ NODE_ENV: 'development' }),
    dataFolder,
    logLevel: 'silent',
  });
  sandboxUrl = await sandbox.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => sandbox.close());

async function deliver(eventId: string): Promise<void> {
  const url = `${sandboxUrl}/merchant/callbacks`;
  const body = `{"event_id":"${eventId}","type":"payment","reference":"é 1","status":"success","amount":10.10}`;
  const { host: _, ...headers } = signCallback({ url, date: new Date(), body, eventId, keys });
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

/** Passes callbacks on to the address until the work is done; the work can wait for printed lines. */
async function whilePassingOn(
  forwardTo: URL | undefined,
  work: (printed: (count: number) => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const lines: string[] = [];
  let wake: () => void = () => undefined;
  const print = (line: string) => {
    lines.push(line);
    wake();
  };
  const passing = passCallbacksOn({ sandboxUrl, forwardTo, print, signal: ended.signal });
  await work(async (count) => {
    while (lines.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return lines;
  });
  ended.abort();
  await expect(passing).rejects.toThrow('aborted');
}

it('passes the same bytes on, with headers that verify, and prints the service’s answer', async () => {
  const service = createServer((request, response) => {
    response.writeHead(got.length === 0 ? 204 : 500).end();
    got.push(take(request));
  }).listen(0, '127.0.0.1');
  const got: Promise<unknown>[] = [];
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  await whilePassingOn(new URL(`http://127.0.0.1:${port}/hooks?shop=1`), async (printed) => {
    expect((await printed(1))[0]).toBe(`Forwarding callbacks to http://127.0.0.1:${port}/hooks?shop=1`);
    await deliver('evt_1');
    await deliver('evt_2');
    const [, first, second] = await printed(3);
    expect(first).toMatch(/^\d\d:\d\d:\d\d {2}payment é 1 success evt_1 → 204 \(\d+ ms\)$/);
    expect(second).toMatch(/evt_2 → 500/);
  });
  service.close();
  expect(await Promise.all(got)).toEqual(['evt_1 /hooks?shop=1', 'evt_2 /hooks?shop=1']);
});

it('says so if the service does not answer, and prints callbacks without a service', async () => {
  await whilePassingOn(new URL('http://127.0.0.1:1/'), async (printed) => {
    await printed(1);
    await deliver('evt_3');
    expect((await printed(2))[1]).toContain('evt_3 → no answer (ECONNREFUSED)');
  });
  await whilePassingOn(undefined, async (printed) => {
    expect(await printed(1)).toEqual(['Waiting for callbacks']);
    await deliver('evt_4');
    expect((await printed(2))[1]).toMatch(/evt_4$/);
  });
});

it('wants a sandbox', async () => {
  const listening = { sandboxUrl: `${sandboxUrl}/elsewhere`, forwardTo: undefined, print: () => undefined };
  await expect(passCallbacksOn(listening)).rejects.toThrow('no sandbox at');
});

/** What the client library makes of it: by the webhook headers alone, because the address is another one. */
async function take(request: IncomingMessage): Promise<string> {
  const { method = '', url: target = '', rawHeaders } = request;
  const callback = { method, target, rawHeaders, rawBody: await buffer(request) };
  expect(callback.rawBody.toString()).toContain('"amount":10.10}');
  expect(() => readCallback({ ...callback, rawBody: Buffer.from('{}') }, { keys, demand: 'one' })).toThrow(
    CallbackRejected,
  );
  const event = readCallback(callback, { keys, demand: 'one' });
  return `${event.type === 'payment' ? event.event_id : 'no payment'} ${target}`;
}
