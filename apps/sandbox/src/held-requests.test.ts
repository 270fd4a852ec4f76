import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMerchantSystem } from './testing/merchant-system.js';
import { sandboxSecret, startSandbox, type RunningSandbox } from './testing/sandbox-system.js';

const patience = { timeout: 8_000, interval: 10 };
let merchant: Awaited<ReturnType<typeof startMerchantSystem>>;
let sandbox: RunningSandbox;

beforeAll(async () => {
  merchant = await startMerchantSystem(sandboxSecret);
  sandbox = await startSandbox(mkdtempSync(join(tmpdir(), 'sandbox-')));
});
afterAll(async () => {
  await sandbox.close();
  merchant.close();
});

function order(reference: string, simulate: Record<string, unknown>) {
  const common = { order: `${reference}-1`, value: '10.10', iso: 'EUR', notify_url: merchant.url, simulate };
  return {
    ...common,
    instrument: 'IDEAL',
    payer: { phone: '+31600000000' },
    payable_until: new Date(Date.now() + 60_000).toISOString(),
    return_url: 'http://shop.test/return',
  };
}

const held = (delayMs: number) => ({ scenario: 'held_request', delay_ms: delayMs });
const journal = async (reference: string) =>
  (await sandbox.call('GET', `/journal?identifier=${reference}`)).json().entries;
const notified = (reference: string) =>
  merchant.received.filter(({ body }) => body.order === `${reference}-1`);

describe('held_request', () => {
  it('gets no answer and leaves no order, until it arrives and is paid as if it had come at once', async () => {
    const call = sandbox.call('POST', '/charges', order('held', held(600)), 200);
    await expect(call).rejects.toThrow(/timeout/);
    expect(await sandbox.call('GET', '/charges/held-1')).toMatchObject({ status: 404 });
    await vi.waitFor(() => expect(notified('held')).toHaveLength(1), patience);
    expect(notified('held')[0]?.body).toMatchObject({ state: 'CAPTURED', captured_value: '10.10' });
    expect(await journal('held')).toMatchObject([{ status: 'success' }]);
  });

  it('finds its order closed for good by a cancel that was there before it', async () => {
    const call = sandbox.call('POST', '/charges', order('shut', held(600)), 200);
    await expect(call).rejects.toThrow(/timeout/);
    for (let asked = 0; asked < 2; asked += 1) {
      const closed = await sandbox.call('POST', '/charges/shut-1/abandon', {});
      expect(closed).toMatchObject({ status: 404, text: '{"fault":"UNKNOWN_ORDER"}' });
    }
    await new Promise((resolve) => setTimeout(resolve, 700));
    const again = await sandbox.call('POST', '/charges', order('shut', { scenario: 'success' }));
    expect(again).toMatchObject({ status: 409, text: '{"fault":"ORDER_CLOSED"}' });
    expect(await sandbox.call('GET', '/charges/shut-1')).toMatchObject({ status: 404 });
    expect(await journal('shut')).toEqual([]);
    expect(notified('shut')).toEqual([]);
  });

  it('of a credit arrives late as well, and is paid out', async () => {
    const { order: reference, value, iso, notify_url, simulate } = order('sent', held(400));
    const credit = { order: reference, value, iso, notify_url, simulate, rail: 'PIX', beneficiary: {} };
    await expect(sandbox.call('POST', '/credits', credit, 200)).rejects.toThrow(/timeout/);
    expect(await journal('sent')).toEqual([]);
    await vi.waitFor(() => expect(notified('sent')).toHaveLength(1), patience);
    expect(await journal('sent')).toMatchObject([{ kind: 'credit', status: 'success' }]);
  });
});
