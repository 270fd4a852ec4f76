import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { findClosedPort, type ClosedPort } from '../fakes/closed-port.js';
import { linesOf, untilLine } from '../witnesses/log-file.js';
import { createMerchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { runAdmin } from '../stack/run-admin.js';
import { sendSigned } from '../fakes/signed-request.js';
import { sharedStack } from '../stack/stack.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';

/** Goal: one search leads from a request to its transaction and workflow and back; and what the runbook names is written. */
describe('a payment', () => {
  const { urls, directory } = sharedStack;
  const api = join(directory, 'logs', 'api.log');
  const worker = join(directory, 'logs', 'worker.log');
  const merchant = createMerchant(urls.api);
  const body = idealBody({ sandbox: 'success' });
  let identifier: string;
  let requestId: unknown;

  beforeAll(async () => {
    const { body: created } = await merchant.post('/v2/payment', body);
    identifier = String(created['identifier']);
    await merchant.untilFinal(body.reference);
    const answered = { identifier, msg: 'answered', route: '/v2/payment' };
    requestId = (await untilLine(api, answered))?.['requestId'];
  });

  it("leads from the merchant's call to its transaction", async () => {
    const line = await untilLine(api, { requestId, msg: 'answered' });
    expect(line).toMatchObject({ identifier, reference: body.reference, project: 'demo', status: 200 });
    expect(line).toHaveProperty('outcome');
  });

  it('from there to its workflow, with a line for each attempt and each change of status', async () => {
    await untilLine(worker, { requestId, msg: 'status changed', to: 'success', source: 'provider' });
    const lines = (await linesOf(worker)).filter((line) => line['requestId'] === requestId);
    for (const line of lines) expect(line).toMatchObject({ identifier, workflowId: `payment/${identifier}` });
    expect(lines.filter(({ msg }) => msg === 'attempt made')).toEqual([
      expect.objectContaining({ n: 1, provider: 'sandbox', method: 'ideal', outcome: 'accepted' }),
    ]);
    const changes = lines.filter(({ msg }) => msg === 'status changed');
    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      ['pending', 'created'],
      ['created', 'success'],
    ]);
  });

  it('and to the delivery of its callback', async () => {
    const line = await untilLine(worker, { identifier, msg: 'callback attempted', result: 'delivered' });
    expect(line).toMatchObject({ n: 1, httpStatus: 200 });
  });

  it("a provider's callback leads there, too", async () => {
    const route = '/provider-callbacks/:provider';
    const line = await untilLine(api, { identifier, route, msg: 'answered' });
    expect(line).toMatchObject({ reference: body.reference, status: 200 });
  });

  it('what is refused is told by its error, without what was sent as a reference', async () => {
    const refused = { ...idealBody(), currency: 'ZZZ', reference: `refused-${Date.now()}` };
    const { body: answer } = await merchant.post('/v2/payment', refused);
    const line = await untilLine(api, { requestId: answer['request_id'], msg: 'answered' });
    expect(line).toMatchObject({ errorCode: answer['error_code'], outcome: 'error', status: 400 });
    expect(JSON.stringify(line)).not.toContain(refused.reference);
  });

  it('a signature that is refused is told by its cause', async () => {
    await sendSigned(urls.api, { keyId: 'mk_test_nobody' });
    const line = await untilLine(api, { msg: 'signature refused', cause: 'keyUnknown' });
    expect(line).toMatchObject({ keyId: 'mk_test_nobody' });
  });
});

describe('what the runbook names', () => {
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

  it('an endpoint that takes nothing', async () => {
    const callbackUrl = `${running.stack.urls.sandbox}/merchant/callbacks?answer=500&times=1000`;
    await merchantOf().post('/v2/payment', idealBody({ sandbox: 'success' }, { callback_url: callbackUrl }));
    expect(await untilLine(worker, { msg: 'endpoint paused' })).toMatchObject({ level: 40 });
    const line = await untilLine(worker, { msg: 'callback attempted', result: 'retry', httpStatus: 500 });
    expect(line).toHaveProperty('identifier');
  });

  it('a MID that is not reached', async () => {
    await merchantOf('cascade').post('/v2/payment', cardBody('4242424242424242', { sandbox: 'success' }));
    expect(await untilLine(api, { msg: 'circuit opened', mid: 'closed' })).toMatchObject({ level: 40 });
    const line = await untilLine(worker, { msg: 'attempt made', mid: 'closed', outcome: 'not_sent' });
    expect(line).toHaveProperty('identifier');
  });

  it('what makes no progress', async () => {
    await merchantOf().post('/v2/payout', pixPayout({ sandbox: 'timeout_lost' }));
    const attempt = await untilLine(worker, { msg: 'attempt made', method: 'pix', outcome: 'unknown' });
    await untilLine(worker, { msg: 'stalled transactions were raised for review' });
    const identifier = attempt?.['identifier'];
    const review = await untilLine(worker, { msg: 'a transaction needs review', identifier });
    expect(review).toMatchObject({ level: 40 });
  });

  it('what operators switch off', async () => {
    const words = ['method', 'pix', 'off', '--reason', 'test'];
    const environment = { DATABASE_URL: running.stack.databaseUrls.admin, GATEWAY_OPERATOR: 'tester' };
    expect((await runAdmin('change-switches', words, environment)).code).toBe(0);
    await untilLine(api, { msg: 'switched off by operators' });
  });

  it('what is sealed of the audit log', async () => {
    const line = await untilLine(worker, { msg: 'audit log sealed' });
    expect(line).toMatchObject({ seal: 1, hash: expect.any(String) as string });
  });

  it('keys that were stored with a key which the processes do not have', async () => {
    const { stack } = running;
    const own = `k9:${randomBytes(32).toString('base64')}`;
    const words = ['create', '--project', 'demo'];
    const { code, output } = await runAdmin('manage-keys', words, {
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

  it('a create call that nobody answers in time, and the workflow that recovery makes up for', async () => {
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
