import 'reflect-metadata';
import { gunzipSync } from 'node:zlib';
import { Client, Connection } from '@temporalio/client';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { Metrics } from '#metrics/metrics';
import { createLog } from '#runtime/create-log';
import { assetFiles } from './assets/asset-files.js';
import { buildCheckout } from './build-checkout.js';

/** Nothing here reaches a server: the database and Temporal are real ones that are never connected to. */
const connection = Connection.lazy({ address: '127.0.0.1:1' });
const keyedHashes = createKeyedHashes(Buffer.alloc(32, 1).toString('base64'));
const identifier = '018f0000-0000-7000-8000-000000000001';
let checkout: NestFastifyApplication;

beforeAll(async () => {
  checkout = await buildCheckout(
    {
      database: createDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', poolSize: 1 }),
      temporal: new Client({ connection }),
      configuration: {
        current: () => {
          throw new Error('no page of a payment is shown here');
        },
      },
      keyedHashes,
      vaultKey: { find: () => Promise.reject(new Error('no card is stored here')) },
      isSecure: false,
      isTestMode: true,
      log: createLog('checkout', 'silent'),
    },
    { metrics: new Metrics('checkout'), connectionsMax: 100, trustedProxies: 'none' },
  );
  await checkout.init();
  await checkout.getHttpAdapter().getInstance().ready();
});
afterAll(async () => {
  await checkout.close();
  await connection.close();
});

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const token = keyedHashes.linkToken(identifier);

describe('the checkout', () => {
  it.each([
    ['GET', `/p/${identifier}`, 404],
    ['GET', `/p/${token.slice(0, -1)}`, 404],
    ['GET', `/p/${token}A`, 404],
    ['GET', `/p/${'a'.repeat(500)}`, 404],
    ['GET', '/p/%zz', 404],
    ['GET', '/nothing-here', 404],
    ['GET', `/p/${identifier}/return`, 404],
    ['GET', `/p/${identifier}/status`, 404],
    ['GET', '/assets/checkout.css', 404],
    ['POST', `/p/${identifier}`, 404],
    ['GET', `/p/${token}`, 500],
  ] as const)(
    'answers %s %s with a page of %i and the headers of contract §10',
    async (method, url, status) => {
      const response = await checkout.inject({ method, url, headers: { 'accept-language': 'pt' } });
      expect(response.statusCode).toBe(status);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
      });
      // Over plain http, as here, browsers would not listen to it.
      expect(response.headers).not.toHaveProperty('strict-transport-security');
      expect(response.body).toContain('<html lang="pt-BR"');
      expect(response.body).not.toContain(url);
    },
  );

  it('offers the other languages where there is no payment, and speaks the one that is chosen', async () => {
    const { body } = await checkout.inject({ url: '/p/unknown', headers: { 'accept-language': 'pt' } });
    expect(body).toContain('<a href="?language=es"');
    expect(body).toMatch(/<li lang="pt" aria-current="true">Português/);
    for (const [query, language] of [
      ['language=es', 'es'],
      ['language=xx', 'pt-BR'],
      ['language=es&language=en', 'es'],
    ] as const) {
      const chosen = await checkout.inject({
        url: `/p/unknown?${query}`,
        headers: { 'accept-language': 'pt' },
      });
      expect([query, chosen.statusCode]).toEqual([query, 404]);
      expect(chosen.body).toContain(`<html lang="${language}"`);
    }
  });

  it('accepts posted forms only, and none over the size limit', async () => {
    const url = `/p/${token}`;
    const json = await checkout.inject({ method: 'POST', url, payload: { action: 'pay' } });
    expect(json.statusCode).toBe(415);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const large = await checkout.inject({ method: 'POST', url, headers, payload: 'a'.repeat(20_000) });
    expect(large.statusCode).toBe(413);
  });

  it.each(Object.values(assetFiles))('serves $path itself, for browsers to keep', async (asset) => {
    const response = await checkout.inject(asset.path);
    expect(response.headers).toMatchObject({
      'content-type': asset.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(response.rawPayload).toEqual(asset.content);
    // Nothing of it leads to another origin.
    expect(response.body.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/);
    const compressed = await checkout.inject({ url: asset.path, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.rawPayload)).toEqual(asset.content);
  });

  it('says when it cannot reach Postgres', async () => {
    expect((await checkout.inject('/health/live')).statusCode).toBe(200);
    expect((await checkout.inject('/health/ready')).statusCode).toBe(503);
  });

  it('refuses a link that is posted to too often, and no other one', async () => {
    const post = async (link: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' };
      return checkout.inject({ method: 'POST', url: `/p/${link}`, headers, payload: 'action=pay' });
    };
    const link = keyedHashes.linkToken('018f0000-0000-7000-8000-00000000000a');
    const answers = await Promise.all(Array.from({ length: 150 }, () => post(link)));
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('5');
    expect(refused?.body).toContain('<html lang="es"');
    expect((await post(keyedHashes.linkToken('018f0000-0000-7000-8000-00000000000b'))).statusCode).toBe(500);
  });
});
