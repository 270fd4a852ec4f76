import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { memoryLog } from '#runtime/testing/memory-log';
import { collectRoutes, ErrorFilter } from './error-filter.js';

it('an unexpected error is a 500 without details, and a log line with its place', async () => {
  const { log, lines } = memoryLog();
  const server = fastify();
  const filter = new ErrorFilter(collectRoutes(server), log);
  server.get('/', (request, reply) => {
    request.requestId = '0198a1c2-0000-7000-8000-000000000001';
    filter.catch(new Error('no such field'), new ExecutionContextHost([request, reply]));
    return reply;
  });
  const { statusCode, body } = await server.inject('/');
  await server.close();
  expect(statusCode).toBe(500);
  expect(body).not.toContain('no such field');
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'unexpected',
      requestId: '0198a1c2-0000-7000-8000-000000000001',
      error: 'Error: no such field',
      at: expect.arrayContaining([expect.stringContaining('error-filter.test')]) as string[],
    }),
  ]);
});
