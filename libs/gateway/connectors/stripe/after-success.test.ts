import { afterEach, describe, expect, it } from 'vitest';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { payments } from './payments.js';
import { intent, providerReference } from './testing/objects.js';

const limit = { timeoutMs: 2_000 };
const ok = (body: unknown): ProviderAnswer => ({ status: 200, body });

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

const open = async (answers: Readonly<Record<string, ProviderAnswer>>) => {
  provider = await openScriptedProvider(answers, { secret_key: 'sk_test_0123456789' });
  return provider.account;
};
const lines = () => provider?.seen.map(({ line }) => line.split('?')[0]);

describe('what happened to the money', () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const handle = { providerReference, prepared: 'pi_1' };
  const paid = (charge: unknown) =>
    ok(intent({ status: 'succeeded', amount_received: 1_234, latest_charge: charge }));
  const quiet = {
    refunded: false,
    amount_refunded: 0,
    disputed: false,
    payment_method_details: { type: 'ideal' },
  };
  const list = (data: readonly unknown[]) => ok({ object: 'list', has_more: false, data });

  it('nothing: nothing more is asked', async () => {
    const account = await open({ [path]: paid(quiet) });
    const found = await payments.lookUp(handle, account, limit);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(Object.keys(found)).toEqual(['kind', 'report']);
    expect(lines()).toEqual([path]);
  });

  it('a success does not wait for its lists, and says that they are missing', async () => {
    for (const charge of ['ch_1', { ...quiet, disputed: true }, { ...quiet, amount_refunded: 1 }]) {
      const account = await open({ [path]: paid(charge) });
      const found = await payments.lookUp(handle, account, limit);
      expect(found).toMatchObject({ report: { outcome: 'success' }, isMoneyUnread: true });
      provider?.close();
    }
  });

  it('an early warning about a card is a question, and its list may be missing', async () => {
    const ofCard = { ...quiet, payment_method_details: { type: 'card' } };
    const warning = { id: 'issfr_1', fraud_type: 'made_with_stolen_card' };
    const account = await open({
      [path]: paid(ofCard),
      'GET /v1/radar/early_fraud_warnings': list([warning]),
    });
    const inquiry = {
      kind: 'inquiry',
      key: 'issfr_1',
      case: 'issfr_1',
      reason: warning.fraud_type,
      amount: '12.34',
    };
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ reversals: [inquiry] });
    provider?.close();
    const without = await payments.lookUp(handle, await open({ [path]: paid(ofCard) }), limit);
    expect(Object.keys(without)).toEqual(['kind', 'report']);
  });

  it('is read page by page, and half a list is no answer', async () => {
    const refund = {
      id: 're_1',
      object: 'refund',
      status: 'succeeded',
      amount: 100,
      currency: 'eur',
      metadata: {},
    };
    const endless = ok({ object: 'list', has_more: true, data: [refund] });
    const account = await open({ [path]: paid({ ...quiet, refunded: true }), 'GET /v1/refunds': endless });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ isMoneyUnread: true });
    expect(provider?.seen.at(-1)?.line).toContain('starting_after=re_1');
  });
});
