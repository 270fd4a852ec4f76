import { describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '../testing/scripted-provider.js';
import { payments } from './payments.js';
import { intent, providerReference } from './testing/objects.js';
import { broken, limit, ok, refused, scriptStripe } from './testing/scripted-stripe.js';

const { open, lines } = scriptStripe();

describe('a cancel', () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const cancel = 'POST /v1/payment_intents/pi_1/cancel';
  const handle = { providerReference, prepared: 'pi_1', providerId: 'pi_1' };
  const waiting = { status: 'requires_action' };

  it('of what was taken is final', async () => {
    const canceled = { status: 'canceled', cancellation_reason: 'requested_by_customer' };
    const account = await open({ [path]: ok(intent(waiting)), [cancel]: ok(intent(canceled)) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({
      report: { outcome: 'cancelled' },
    });
  });

  it('that is refused proves nothing: it is looked up', async () => {
    const account = await open({ [path]: ok(intent(waiting)), [cancel]: refused(400) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    expect(lines()).toEqual([path, cancel, path]);
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['is not answered', 'cut'],
    ['fails', broken],
    ['is refused', refused(400)],
    ['is not made', ok(intent())],
  ])(
    'that %s is no answer about an unconfirmed attempt, which can still be confirmed',
    async (_case, answer) => {
      const account = await open({ [path]: ok(intent()), [cancel]: answer });
      const { providerId: _, ...unknown } = handle;
      expect(await payments.cancel?.(unknown, account, limit)).toMatchObject({ kind: 'noAnswer' });
      expect(lines()).toEqual([path, cancel, path]);
    },
  );

  it('of an attempt of another reference is not made', async () => {
    const account = await open({ [path]: ok(intent({ metadata: {} })) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ kind: 'noAnswer' });
    expect(lines()).toEqual([path]);
  });

  it('of a transfer that has paid a part is not made: a person decides', async () => {
    const details = { amount_remaining: 234, financial_addresses: [] };
    const next = { type: 'display_bank_transfer_instructions', display_bank_transfer_instructions: details };
    const account = await open({ [path]: ok(intent({ ...waiting, currency: 'mxn', next_action: next })) });
    const report = { outcome: 'success', amount: '10.00', currency: 'MXN', providerId: 'pi_1' };
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ kind: 'found', report });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    expect(lines()).toEqual([path, path]);
  });
});

it('a transfer that has just paid everything is neither cancelled nor taken for paid before Stripe says so', async () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const details = { amount_remaining: 0, financial_addresses: [] };
  const next = { type: 'display_bank_transfer_instructions', display_bank_transfer_instructions: details };
  const account = await open({
    [path]: ok(intent({ status: 'requires_action', currency: 'mxn', next_action: next })),
  });
  const handle = { providerReference, prepared: 'pi_1', providerId: 'pi_1' };
  expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
  expect(lines()).toEqual([path]);
});
