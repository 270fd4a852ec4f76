import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { families } from './families.js';
import { applications } from './family.js';
import { followProcess, followRequests } from './follow-process.js';
import { Metrics } from './metrics.js';

describe('metrics for a monitoring system', () => {
  it('count answers by the pattern of their route, without the URL', async () => {
    const metrics = new Metrics('api');
    const server = fastify();
    followRequests(server, metrics);
    server.get('/v2/payment/:reference', () => ({}));
    await server.inject({ method: 'GET', url: '/v2/payment/ord-secret?wait=5' });
    await server.inject({ method: 'GET', url: '/elsewhere/ord-secret' });
    const text = await metrics.render();
    expect(text).toContain('route="/v2/payment/:reference",status="200"} 1');
    expect(text).toContain('route="none",status="404"} 1');
    expect(text).not.toContain('ord-secret');
    await server.close();
  });

  it('counts signatures that were refused, by cause', async () => {
    const metrics = new Metrics('api');
    metrics.count('gateway_refused_signatures_total', { cause: 'dateSkewed' });
    metrics.count('gateway_refused_signatures_total', { cause: 'dateSkewed' });
    metrics.count('gateway_refused_signatures_total', { cause: 'keyUnknown' });
    const text = await metrics.render();
    expect(text).toContain('gateway_refused_signatures_total{cause="dateSkewed"} 2');
    expect(text).toContain('gateway_refused_signatures_total{cause="keyUnknown"} 1');
  });

  it('shows a measured value until it becomes unknown', async () => {
    const metrics = new Metrics('worker');
    metrics.show('gateway_open_transactions', [{ labels: { type: 'payout', status: 'pending' }, value: 3 }]);
    metrics.show('gateway_paused_endpoints', [{ labels: {}, value: 2 }]);
    const known = await metrics.render();
    expect(known).toContain('gateway_open_transactions{type="payout",status="pending"} 3');
    expect(known).toContain('gateway_paused_endpoints 2');
    metrics.show('gateway_open_transactions', []);
    metrics.show('gateway_paused_endpoints', []);
    const unknown = await metrics.render();
    expect(unknown).not.toContain('gateway_open_transactions{');
    expect(unknown).not.toMatch(/^gateway_paused_endpoints/m);
  });

  it('says which release runs by which configuration, and how busy its connections are', async () => {
    const metrics = new Metrics('checkout');
    followProcess(metrics, 'checkout', {
      build: 'abc123',
      configuration: { version: () => 7 },
      certificate: undefined,
      connections: () => ({ busy: 1, idle: 2, waiting: 3 }),
    });
    const text = await metrics.render();
    expect(text).toMatch(/gateway_build_info\{application="checkout",build="abc123",node="v\d+/);
    expect(text).toContain('gateway_configuration_version 7');
    expect(text).toContain('gateway_database_connections{state="waiting"} 3');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it.each(applications)('%s has its own families and no other', async (application) => {
    const text = await new Metrics(application).render();
    const told = [...text.matchAll(/^# TYPE (gateway_\S+)/gm)].map(([, name]) => name);
    const own = Object.entries(families).filter(([, { from }]) =>
      (from as readonly string[]).includes(application),
    );
    expect(told).toEqual(own.map(([name]) => name));
  });
});
