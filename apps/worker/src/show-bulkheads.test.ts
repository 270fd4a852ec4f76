import { expect, it } from 'vitest';
import { Metrics } from '#metrics/metrics';
import { createBulkhead } from './activities/bulkhead.js';
import { createDeliveryBulkhead } from './activities/delivery-bulkhead.js';
import { createSubmitBulkhead } from './activities/submit-bulkhead.js';
import { showBulkheads } from './show-bulkheads.js';

it('shows the slots in use per MID, and the maximum over merchants and hosts without a name', async () => {
  const metrics = new Metrics('worker');
  const bulkheads = {
    submit: createSubmitBulkhead(),
    lookUp: createBulkhead({ slots: 40 }),
    delivery: createDeliveryBulkhead(),
  };
  showBulkheads(metrics, bulkheads, () => ({ mids: { main: { provider: 'sandbox', enabled: true } } }));
  const release = bulkheads.lookUp.acquire('main');
  bulkheads.lookUp.acquire('secret-of-an-old-plan');
  bulkheads.delivery.acquire('secret-shop', 'http://one.secret.example/');
  bulkheads.delivery.acquire('secret-shop', 'http://other.secret.example/');
  const text = await metrics.render();
  expect(text).toContain('gateway_bulkhead_slots{bulkhead="look_up"} 40');
  expect(text).toContain('gateway_bulkhead_taken{bulkhead="look_up",mid="main"} 1');
  expect(text).toContain('gateway_bulkhead_taken{bulkhead="merchant",mid=""} 2');
  expect(text).toContain('gateway_bulkhead_taken{bulkhead="host",mid=""} 1');
  expect(text).not.toContain('secret');
  release();
  expect(await metrics.render()).toContain('gateway_bulkhead_taken{bulkhead="look_up",mid="main"} 0');
});
