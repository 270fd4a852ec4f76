import { describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '../testing/scripted-provider.js';
import { statement } from './statement.js';
import { failed, intent, onPage, page, providerReference } from './testing/objects.js';
import { limit, list, scriptStripe } from './testing/scripted-stripe.js';

const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T00:00:00Z') };
const intents = 'GET /v1/payment_intents';
const pages = 'GET /v1/checkout/sessions';

const { open, queries } = scriptStripe();

async function read(answers: Readonly<Record<string, ProviderAnswer>>) {
  const account = await open({ [intents]: list(), [pages]: list(), ...answers });
  return statement(period, account, limit);
}

describe('a statement', () => {
  it('has all payments of its period, and names those of others by Stripe’s id', async () => {
    const rows = [
      intent({ id: 'pi_2', metadata: {} }),
      intent({ id: 'pi_3', metadata: {}, currency: 'ugx' }),
      intent({ status: 'succeeded', amount_received: 1_234 }),
    ];
    expect(await read({ [intents]: list(...rows) })).toMatchObject({
      kind: 'read',
      reports: [
        { providerReference: 'pi_2', outcome: 'open' },
        { providerReference, outcome: 'success' },
      ],
    });
    const asked = { 'created[gte]': '1767225600', 'created[lt]': '1767312000', limit: '100' };
    expect(queries()).toEqual([asked, { ...asked, 'expand[0]': 'data.payment_intent' }]);
  });

  it('leaves out what nobody has asked for: it is not found, as in a look-up', async () => {
    const unasked = [intent(), intent({ status: 'canceled', cancellation_reason: 'abandoned' })];
    expect(await read({ [intents]: list(...unasked) })).toEqual({ kind: 'read', reports: [] });
    const asked = [intent(failed()), intent({ status: 'requires_action' })];
    expect(await read({ [intents]: list(...asked) })).toMatchObject({
      reports: [{ outcome: 'declined' }, { outcome: 'open' }],
    });
  });

  it('has each page once, even if nobody has tried to pay on it', async () => {
    const paid = intent({ ...onPage, status: 'succeeded', amount_received: 1_234 });
    const rows = [
      page({ metadata: paid.metadata, status: 'complete', payment_status: 'paid', payment_intent: paid }),
      page({ id: 'cs_test_2', metadata: paid.metadata }),
      page({ id: 'cs_test_3', metadata: paid.metadata, status: 'expired', url: null }),
    ];
    expect(await read({ [intents]: list(paid), [pages]: list(...rows) })).toMatchObject({
      reports: [{ outcome: 'success', providerId: 'pi_1' }, { outcome: 'open' }, { outcome: 'expired' }],
    });
  });

  it('does not read the pages of others', async () => {
    const others = [page({ metadata: {} }), page({ mode: 'setup', currency: null, amount_total: null })];
    expect(await read({ [pages]: list(...others) })).toEqual({ kind: 'read', reports: [] });
  });

  it.each([
    [intents, { id: 'pi_1' }],
    [pages, page({ metadata: intent().metadata, currency: null })],
    [pages, page({ metadata: intent().metadata, client_reference_id: null })],
  ])('with a row of %s that cannot be read is no answer', async (path, row) => {
    expect(await read({ [path]: list(row) })).toMatchObject({ kind: 'noAnswer' });
  });

  it.each([intents, pages])('without %s is no answer', async (path) => {
    expect(await read({ [path]: 'cut' })).toMatchObject({ kind: 'noAnswer' });
  });
});
