import { fastify as createFastify } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { decodePath, logRequests, routableTarget } from './request-hooks.js';

describe('logRequests', () => {
  it('logs health checks at debug, and every other request at info', async () => {
    const lines: { route: string; level: number }[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
    const fastify = createFastify();
    logRequests(fastify, log);
    for (const path of ['/health/live', '/health/ready', '/v2/payment']) fastify.get(path, () => 'answered');
    for (const url of ['/health/live', '/health/ready', '/v2/payment', '/health']) await fastify.inject(url);
    const { debug, info } = log.levels.values;
    expect(lines.map(({ route, level }) => [route, level])).toEqual([
      ['/health/live', debug],
      ['/health/ready', debug],
      ['/v2/payment', info],
      ['none', info],
    ]);
  });
});

describe('routableTarget', () => {
  it.each(['/v2/payment', '/v2/payment/a%2Fb%C3%BC?wait=1', '/v2/payment/x?wait=%ff', '*'])(
    'leaves %s unchanged',
    (target) => {
      expect(routableTarget(target)).toBe(target);
    },
  );

  it.each(['/v2/payment/%', '/v2/payment/%zz', '/v2/payment/%ff?wait=1', '/%ed%a0%80'])(
    'gives %s no route',
    (target) => {
      expect(routableTarget(target)).toBe('/-');
    },
  );
});

describe('decodePath', () => {
  it('returns the path as the router reads it, without the query', () => {
    expect(decodePath('/%762/payment/a%2Fb?wait=%ff')).toBe('/v2/payment/a/b');
  });

  it('returns undefined for bytes that are not UTF-8', () => {
    expect(decodePath('/v2/%ff')).toBeUndefined();
  });
});
