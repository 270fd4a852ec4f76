import { describe, expect, it } from 'vitest';
import { payments } from './payments.js';
import { intent, providerReference, refund } from './testing/objects.js';
import { limit, list, ok, scriptStripe } from './testing/scripted-stripe.js';

const { open, lines, queries } = scriptStripe();

describe('the look-up of a paid payment', () => {
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

  it('asks for no list if the charge tells of nothing', async () => {
    const account = await open({ [path]: paid(quiet) });
    const found = await payments.lookUp(handle, account, limit);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(Object.keys(found)).toEqual(['kind', 'report']);
    expect(lines()).toEqual([path]);
  });

  it('does not wait for lists that are missing, and says so', async () => {
    for (const charge of ['ch_1', { ...quiet, disputed: true }, { ...quiet, amount_refunded: 1 }]) {
      const account = await open({ [path]: paid(charge) });
      const found = await payments.lookUp(handle, account, limit);
      expect(found).toMatchObject({ report: { outcome: 'success' }, isMoneyUnread: true });
    }
  });

  it('has an early warning about a card as an inquiry, and does without their list', async () => {
    const ofCard = { ...quiet, payment_method_details: { type: 'card' } };
    const warning = { id: 'issfr_1', fraud_type: 'made_with_stolen_card' };
    const account = await open({
      [path]: paid(ofCard),
      'GET /v1/radar/early_fraud_warnings': list(warning),
    });
    const inquiry = {
      kind: 'inquiry',
      key: 'issfr_1',
      case: 'issfr_1',
      reason: warning.fraud_type,
      amount: '12.34',
    };
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ reversals: [inquiry] });
    const without = await payments.lookUp(handle, await open({ [path]: paid(ofCard) }), limit);
    expect(Object.keys(without)).toEqual(['kind', 'report']);
  });

  it('reads a list page by page, and takes no half of one', async () => {
    const endless = ok({ object: 'list', has_more: true, data: [refund()] });
    const account = await open({ [path]: paid({ ...quiet, refunded: true }), 'GET /v1/refunds': endless });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ isMoneyUnread: true });
    expect(queries().at(-1)).toMatchObject({ starting_after: 're_1' });
  });
});
