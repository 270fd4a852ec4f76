import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { describe, expect, it } from 'vitest';
import { serveDocs } from './serve-docs.js';

@Module({})
class EmptyModule {}

/** What the page runs, and the page. */
async function pageOf(isDevelopment: boolean): Promise<{ readonly script: string; readonly page: string }> {
  const api = await NestFactory.create<NestFastifyApplication>(EmptyModule, new FastifyAdapter(), {
    logger: false,
  });
  serveDocs(api, isDevelopment);
  await api.init();
  const read = async (url: string) => (await api.inject({ method: 'GET', url })).payload;
  try {
    return { script: await read('/docs/swagger-ui-init.js'), page: await read('/docs') };
  } finally {
    await api.close();
  }
}

describe('/docs', () => {
  it('signs in development, with a key that is only there', async () => {
    const { script, page } = await pageOf(true);
    expect(script).toMatch(/"requestInterceptor": async function signInBrowser/);
    expect(script).toContain('"developmentKey": {');
    expect(page).toContain('signs with mk_test_demo');
  });

  it('has in production neither a key nor anything to send', async () => {
    const { script, page } = await pageOf(false);
    expect(script).toContain('"supportedSubmitMethods": []');
    expect(script).not.toMatch(/developmentKey|requestInterceptor|importKey/);
    expect(page).not.toContain('mk_test');
  });
});
