import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createRequestMetrics } from './request-metrics.js';

describe('what a monitoring system is told', () => {
  it('counts answers by the pattern of their route, and tells nothing of the URL', async () => {
    const metrics = createRequestMetrics();
    const server = fastify();
    metrics.follow(server);
    server.get('/v2/payment/:reference', () => ({}));
    await server.inject({ method: 'GET', url: '/v2/payment/ord-secret?wait=5' });
    await server.inject({ method: 'GET', url: '/elsewhere/ord-secret' });
    const text = await metrics.render(undefined);
    expect(text).toContain('route="/v2/payment/:reference",status="200"} 1');
    expect(text).toContain('route="none",status="404"} 1');
    expect(text).not.toContain('ord-secret');
    await server.close();
  });

  it('counts signatures that were refused, by cause', async () => {
    const metrics = createRequestMetrics();
    metrics.countRefusedSignature('dateSkewed');
    metrics.countRefusedSignature('dateSkewed');
    metrics.countRefusedSignature('keyUnknown');
    const text = await metrics.render(undefined);
    expect(text).toContain('gateway_refused_signatures_total{cause="dateSkewed"} 2');
    expect(text).toContain('gateway_refused_signatures_total{cause="keyUnknown"} 1');
  });

  it('shows what is open, and that nobody knows when the books are out of reach', async () => {
    const metrics = createRequestMetrics();
    const transactions = [{ type: 'payout', status: 'pending', count: 3 }];
    const known = await metrics.render({ transactions, reviews: 2, callbacks: 1 });
    expect(known).toContain('gateway_open_transactions{type="payout",status="pending"} 3');
    expect(known).toContain('gateway_open_reviews 2');
    const unknown = await metrics.render(undefined);
    expect(unknown).toContain('gateway_open_reviews Nan');
    expect(unknown).not.toContain('gateway_open_transactions{');
  });
});
