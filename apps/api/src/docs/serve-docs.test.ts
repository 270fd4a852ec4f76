import 'reflect-metadata';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { serveDocs, takeDateOfPage } from './serve-docs.js';

/** What the page runs, and the page. */
async function pageOf(isDevelopment: boolean): Promise<{ readonly script: string; readonly page: string }> {
  const api = fastify();
  serveDocs(api, isDevelopment);
  const read = async (url: string) => (await api.inject({ method: 'GET', url })).payload;
  try {
    return { script: await read('/docs/swagger-ui-init.js'), page: await read('/docs') };
  } finally {
    await api.close();
  }
}

describe('/docs', () => {
  it('signs in development, with the development key', async () => {
    const { script, page } = await pageOf(true);
    expect(script).toMatch(/"requestInterceptor": async function signInBrowser/);
    expect(script).toContain('"developmentKey": {');
    expect(page).toContain('signs with mk_test_demo');
  });

  it('has neither a key nor a send button in production', async () => {
    const { script, page } = await pageOf(false);
    expect(script).toContain('"supportedSubmitMethods": []');
    expect(script).not.toMatch(/developmentKey|requestInterceptor|importKey/);
    expect(page).not.toContain('mk_test');
  });
});

describe('the documentation pages', () => {
  const guards = {
    'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  };

  it('have their assets, the description and the guides, and are never framed or sniffed', async () => {
    const api = fastify();
    serveDocs(api, false);
    const { payload } = await api.inject('/docs');
    const loaded = [...payload.matchAll(/(?:src|href)="\.(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(loaded.length).toBeGreaterThan(4);
    for (const url of ['/docs', '/docs/', '/openapi.json', '/docs/errors', '/docs/errors.md', ...loaded]) {
      const answer = await api.inject(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers).toMatchObject(guards);
    }
    for (const url of [
      '/docs-yaml',
      '/docs-json',
      '/docs/package.json',
      '/docs/index.html',
      '/docs/README.md',
    ]) {
      expect([url, (await api.inject(url)).statusCode]).toEqual([url, 404]);
    }
    await api.close();
  });

  it('are rendered once, and a known version is answered with 304', async () => {
    const api = fastify();
    serveDocs(api, false);
    const first = await api.inject('/openapi.json');
    const { etag } = first.headers;
    expect(first.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
    const again = await api.inject({ url: '/openapi.json', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag]);
    await api.close();
  });
});

describe('the time of a request', () => {
  const given = 'Sun, 05 Jan 2014 21:31:40 GMT';
  const ours = { 'x-date': given, 'sec-fetch-site': 'same-origin' };
  it.each([
    ['from the page is that of X-Date', ours, [given]],
    ['from another site is not', { ...ours, 'sec-fetch-site': 'cross-site' }, []],
    ['from a program is not', { 'x-date': given }, []],
    [
      'that has a Date is that',
      { ...ours, date: 'Mon, 06 Jan 2014 21:31:40 GMT' },
      ['Mon, 06 Jan 2014 21:31:40 GMT'],
    ],
  ])('%s', async (_which, headers, dates) => {
    const server = fastify();
    takeDateOfPage(server);
    server.get('/', ({ raw }) =>
      raw.rawHeaders.filter((_, at) => /^date$/i.test(raw.rawHeaders[at - 1] ?? '')),
    );
    expect((await server.inject({ url: '/', headers })).json()).toEqual(dates);
  });
});
