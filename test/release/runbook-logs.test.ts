import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { findClosedPort, type ClosedPort } from '../fakes/closed-port.js';
import { untilLine } from '../witnesses/log-file.js';
import { createMerchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { runAdmin } from '../stack/run-admin.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';

/** Goal: the log lines that the runbook names are written. Method: a stack of its own, in which each of their causes is made. */
describe('log lines of the runbook', () => {
  let running: TestStack;
  let port: ClosedPort;
  let api: string;
  let worker: string;

  beforeAll(async () => {
    port = await findClosedPort();
    running = await startTestStack({
      apps: withoutCheckout,
      settings: [
        [['providers', 'sandbox_closed', 'base_url'], `http://127.0.0.1:${port.port}`],
        [['providers', 'sandbox_closed', 'circuit'], { failures: 1, cooldown: '1h' }],
        [['timing', 'unknown_review'], '5s'],
        [['timing', 'endpoint_pause_after'], '1s'],
      ],
    });
    api = running.stack.apps.api.logFile;
    worker = running.stack.apps.worker.logFile;
  });
  afterAll(async () => {
    await running.stop();
    await port.close();
  });

  const merchantOf = (key = 'demo') => createMerchant(running.stack.urls.api, `mk_test_${key}`);

  it('an endpoint that accepts nothing is paused', async () => {
    const callbackUrl = `${running.stack.urls.sandbox}/merchant/callbacks?answer=500&times=1000`;
    await merchantOf().post('/v2/payment', idealBody({ sandbox: 'success' }, { callback_url: callbackUrl }));
    expect(await untilLine(worker, { msg: 'endpoint paused' })).toMatchObject({ level: 40 });
    const line = await untilLine(worker, { msg: 'callback attempted', result: 'retry', httpStatus: 500 });
    expect(line).toHaveProperty('identifier');
  });

  it('a MID that cannot be reached opens its circuit', async () => {
    await merchantOf('cascade').post('/v2/payment', cardBody('4242424242424242', { sandbox: 'success' }));
    expect(await untilLine(api, { msg: 'circuit opened', mid: 'closed' })).toMatchObject({ level: 40 });
    const line = await untilLine(worker, { msg: 'attempt made', mid: 'closed', outcome: 'not_sent' });
    expect(line).toHaveProperty('identifier');
  });

  it('a payout without progress is raised for review', async () => {
    await merchantOf().post('/v2/payout', pixPayout({ sandbox: 'timeout_lost' }));
    const attempt = await untilLine(worker, { msg: 'attempt made', method: 'pix', outcome: 'unknown' });
    await untilLine(worker, { msg: 'stalled transactions were raised for review' });
    const identifier = attempt?.['identifier'];
    const review = await untilLine(worker, { msg: 'a transaction needs review', identifier });
    expect(review).toMatchObject({ level: 40 });
  });

  it('a method that operators switch off', async () => {
    const words = ['method', 'pix', 'off', '--reason', 'test'];
    const environment = { DATABASE_URL: running.stack.databaseUrls.admin, GATEWAY_OPERATOR: 'tester' };
    expect((await runAdmin(['switch', ...words], environment)).code).toBe(0);
    await untilLine(api, { msg: 'switched off by operators' });
  });

  it('a seal of the audit log', async () => {
    const line = await untilLine(worker, { msg: 'audit log sealed' });
    expect(line).toMatchObject({ seal: 1, hash: expect.any(String) as string });
  });

  it('stored keys that the processes cannot decrypt', async () => {
    const { stack } = running;
    const own = `k9:${randomBytes(32).toString('base64')}`;
    const words = ['create', '--project', 'demo'];
    const { code, output } = await runAdmin(['keys', ...words], {
      ...stack.environment,
      GATEWAY_ENCRYPTION_KEYS: `${own},${stack.environment['GATEWAY_ENCRYPTION_KEYS']}`,
      GATEWAY_OPERATOR: 'tester',
    });
    expect([code, output]).toEqual([0, expect.stringContaining('mk_')]);
    for (const file of [api, worker]) {
      const line = await untilLine(file, { msg: 'stored keys cannot be decrypted' });
      expect(line?.['keyIds']).toEqual([expect.stringMatching(/^mk_/)]);
    }
  });

  it('a create call that is not answered in time, and the workflow that recovery makes up for', async () => {
    const { stack } = running;
    await stack.apps.worker.kill();
    const hasty = createMerchant(running.stack.urls.api, 'mk_test_demo', { repeats: 0 });
    const { status, body } = await hasty.post('/v2/payment', idealBody({ sandbox: 'success' }));
    expect(status).toBe(504);
    const identifier = body['identifier'];
    await untilLine(api, { msg: 'answered 504, the payment continues', identifier });
    await untilLine(api, { msg: 'answered', identifier, status: 504 });
    await stack.apps.worker.start();
    await untilLine(worker, { msg: 'attempt made', identifier });
  });
});
