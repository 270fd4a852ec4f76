import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { linesOf, untilLine } from '../witnesses/log-file.js';
import { createMerchant } from '../fakes/merchant.js';
import { sendSigned } from '../fakes/signed-request.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: one search leads from a request to its transaction and workflow and back. */
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

  it('a refused request is logged with its error, without the reference that was sent', async () => {
    const refused = { ...idealBody(), currency: 'ZZZ', reference: `refused-${Date.now()}` };
    const { body: answer } = await merchant.post('/v2/payment', refused);
    const line = await untilLine(api, { requestId: answer['request_id'], msg: 'answered' });
    expect(line).toMatchObject({ errorCode: answer['error_code'], outcome: 'error', status: 400 });
    expect(JSON.stringify(line)).not.toContain(refused.reference);
  });

  it('a refused signature is logged with its cause', async () => {
    await sendSigned(urls.api, { keyId: 'mk_test_nobody' });
    const line = await untilLine(api, { msg: 'signature refused', keyId: 'mk_test_nobody' });
    expect(line).toMatchObject({ cause: 'keyUnknown' });
  });
});
