import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { refund, refundBody } from '../fakes/refunds.js';
import { startTwoGateways, type TwoGateways } from '../stack/two-gateways.js';
import { proveBoth } from '../witnesses/prove-both.js';
import type { Ended } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a refund through one gateway in front of another one is made once and ends alike at both (contract §15.7, connector
 * `v2`), and what comes back is known to both.
 */
let gateways: TwoGateways;

beforeAll(async () => {
  gateways = await startTwoGateways({});
});
afterAll(() => gateways.stop());

describe('refunds through two gateways', () => {
  const paid = async () => {
    const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, { amount: 100 });
    expect(await gateways.merchant.post('/v2/payment', body)).toMatchObject({ status: 200 });
    expect(await gateways.merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
    return body;
  };
  const scenarios: readonly (readonly [string, Omit<Ended, 'type'>])[] = [
    ['success', { status: 'success' }],
    ['no_callback', { status: 'success' }],
    ['reset', { status: 'success' }],
    ['timeout_success', { status: 'success' }],
    ['decline', { status: 'declined' }],
    ['error', { status: 'error' }],
    ['refused', { status: 'error' }],
  ];

  it.concurrent.each(scenarios)('%s', async (scenario, ended) => {
    const body = refundBody(await paid(), { amount: '40' }, { sandbox: scenario });
    expect([200, 504]).toContain((await refund(gateways.merchant, body)).status);
    await proveBoth(gateways, body.reference, { ...ended, type: 'refund' });
  });

  it.concurrent('of everything, and then nothing is left at either', async () => {
    const payment = await paid();
    const whole = refundBody(payment);
    await refund(gateways.merchant, whole);
    const { record } = await proveBoth(gateways, whole.reference, { type: 'refund', status: 'success' });
    expect(record['amount']).toBe('100.00');
    const more = await refund(gateways.merchant, refundBody(payment, { amount: '0.01' }));
    expect(more).toMatchObject({ status: 400, body: { error_code: 1132 } });
    const { body } = await gateways.merchant.get(`/v2/payment/${payment.reference}`);
    const there = await gateways.recordAt('payment', body['identifier']);
    for (const shown of [body, there])
      expect(shown).toMatchObject({ refunded_amount: '100.00', refundable_amount: '0.00' });
  });

  it.concurrent('that fails after its success has come back at both', async () => {
    const payment = await paid();
    const body = refundBody(payment, { amount: '40' }, { sandbox: 'late_failure' });
    await refund(gateways.merchant, body);
    const { reversals } = await until(
      async () => (await gateways.merchant.get(`/v2/refund/${body.reference}`)).body,
      (record) => Array.isArray(record['reversals']) && record['reversals'].length > 0,
    );
    expect(reversals).toMatchObject([{ kind: 'returned', amount: '40.00' }]);
    await until(
      async () => (await gateways.merchant.get(`/v2/payment/${payment.reference}`)).body,
      (record) => record['refundable_amount'] === '100.00',
    );
  });
});
