import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { createLog } from '#runtime/create-log';
import { buildStaff } from './build-staff.js';
import { assets } from './pages/assets.js';
import { linksOf, templateProblem } from './pages/links.js';

/** Nothing here reaches a server: the database is a real one that is never connected to. */
const header = 'X-Forwarded-User';
const links = {
  temporalUi: 'https://temporal.example',
  namespace: 'default',
  trace: undefined,
  logs: undefined,
};
let production: NestFastifyApplication;
let development: NestFastifyApplication;

async function build(fallback: string | undefined): Promise<NestFastifyApplication> {
  const staff = await buildStaff({
    database: createDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', poolSize: 1 }),
    signOn: { header, fallback },
    links,
    hosts: 'localhost,staff.example',
    log: createLog('staff', 'silent'),
  });
  await staff.init();
  await staff.getHttpAdapter().getInstance().ready();
  return staff;
}

beforeAll(async () => {
  production = await build(undefined);
  development = await build('developer');
});
afterAll(async () => {
  await production.close();
  await development.close();
});

const identifier = '018f0000-0000-7000-8000-000000000001';

describe('who is not signed on', () => {
  it.each([
    '/',
    '/transactions',
    '/transactions/csv',
    '/search?q=x',
    `/transactions/${identifier}`,
    '/lists/reviews',
    '/lists/reviews/csv',
    '/finance',
    '/finance/csv',
    '/finance/entries',
    '/finance/entries/csv',
    `/finance/lines/${identifier}`,
    '/audit',
    '/audit/csv',
    '/configuration',
    '/configuration/1',
  ])('sees nothing of %s', async (url) => {
    for (const headers of [
      {},
      { [header]: '' },
      { [header]: ' ' },
      { [header]: 'a'.repeat(256) },
      { [header]: ['ada', 'eve'] },
      { [header]: 'ada, eve' },
      { [header]: ',' },
      { [header]: 'ada <b>' },
      { [header]: Buffer.from('\u0430da', 'utf8').toString('latin1') },
      { [header]: Buffer.from('ad\u200ba', 'utf8').toString('latin1') },
      { 'x-forwarded-email': 'ada' },
    ]) {
      const { statusCode, body } = await production.inject({ url, headers });
      expect(statusCode).toBe(403);
      expect(body).toContain('Nobody is signed on');
    }
  });

  it('names the developer on a machine for development', async () => {
    const { statusCode, body } = await development.inject('/lists/nothing-here');
    expect(statusCode).toBe(404);
    expect(body).toContain('<p class="viewer">developer</p>');
  });

  it.each(['rebound.example', 'localhost.rebound.example:3008'])(
    'shows nothing under a foreign host name: %j',
    async (host) => {
      for (const staff of [development, production]) {
        const headers = { host, [header]: 'ada' };
        const page = await staff.inject({ url: '/', headers });
        expect([page.statusCode, page.headers['cache-control']]).toEqual([421, 'no-store']);
        expect(page.body).not.toContain('ada');
        expect((await staff.inject({ url: '/health/live', headers })).statusCode).toBe(200);
      }
      const named = { host: 'Staff.example:443', [header]: 'ada' };
      // The books are out of reach, which is said to those who are let in.
      expect((await production.inject({ url: '/', headers: named })).statusCode).toBe(500);
    },
  );

  it('may ask how the process is, and for what pages look like', async () => {
    expect((await production.inject('/health/live')).statusCode).toBe(200);
    expect((await production.inject('/health/ready')).statusCode).toBe(503);
    for (const { path, mediaType, content } of Object.values(assets)) {
      const answer = await production.inject(path);
      expect(answer.headers).toMatchObject({
        'content-type': mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(answer.rawPayload).toEqual(content);
    }
  });
});

describe('who is signed on', () => {
  const headers = { [header]: 'Ada B. ada@example.com' };

  it('is named', async () => {
    const { body } = await production.inject({ url: '/', headers });
    expect(body).toContain('<p class="viewer">Ada B. ada@example.com</p>');
  });

  it.each([
    ['GET', '/nothing-here', 404],
    ['GET', '/lists/nothing-here', 404],
    ['GET', '/lists/constructor', 404],
    ['GET', '/transactions/none', 404],
    ['GET', '/transactions?status=none', 404],
    ['GET', '/transactions?day=2026-02-30', 404],
    ['GET', '/transactions?after=1', 404],
    ['GET', '/transactions?part=%00', 404],
    ['GET', '/finance?day=2026-02-30', 404],
    ['GET', '/finance/entries?merchant=%00', 404],
    ['GET', '/finance/nothing-here/1', 404],
    ['GET', '/audit?kind=none', 404],
    ['GET', '/configuration/0', 404],
    ['GET', '/%zz', 404],
    ['GET', '/assets/staff.css', 404],
    // What cannot be put into the audit log is not shown.
    ['GET', '/', 500],
    ['GET', '/transactions', 500],
    ['GET', '/transactions/csv', 500],
    ['GET', '/search?q=', 500],
    ['GET', '/lists/reviews', 500],
    ['GET', '/lists/reviews/csv', 500],
    ['GET', '/finance', 500],
    ['GET', '/audit', 500],
    ['GET', '/configuration', 500],
    ['GET', `/transactions/${identifier}`, 500],
    ['POST', '/search', 404],
  ] as const)('is answered %s %s with %i and the headers of a page', async (method, url, status) => {
    const answer = await production.inject({ method, url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(answer.body).not.toMatch(/<script|style=|onclick/);
  });
});

describe('links', () => {
  const subject = { type: 'payout', identifier, requestId: 'r-1', traceId: undefined } as const;

  it('lead to the workflow, and to tools that are configured', () => {
    expect(linksOf(links, subject)).toEqual({
      'Temporal UI': `https://temporal.example/namespaces/default/workflows/payout%2F${identifier}`,
    });
    const logs = 'https://logs.example/?q={identifier}&r={request_id}&{identifier}';
    expect(linksOf({ ...links, trace: 'https://t.example/{identifier}', logs }, subject)).toMatchObject({
      Trace: `https://t.example/${identifier}`,
      Logs: `https://logs.example/?q=${identifier}&r=r-1&${identifier}`,
    });
  });

  it('lead to the trace of what is traced', () => {
    const templates = { ...links, trace: 'https://t.example/trace/{trace_id}' };
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    expect(linksOf(templates, { ...subject, traceId })).toMatchObject({
      Trace: `https://t.example/trace/${traceId}`,
    });
    expect(linksOf(templates, subject)).not.toHaveProperty('Trace');
  });

  it('are addresses of pages', () => {
    expect(templateProblem('https://logs.example/{identifier}')).toBeUndefined();
    for (const template of ['javascript:alert(1)', 'logs.example', '/logs'])
      expect(templateProblem(template)).toMatch(/^must be/);
  });
});
