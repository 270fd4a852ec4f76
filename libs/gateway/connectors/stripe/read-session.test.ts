import { describe, expect, it } from 'vitest';
import { mapSession, readSession } from './read-session.js';
import { failed, intent, onPage, page, providerReference, type Fields } from './testing/objects.js';
import { pageLocale } from './ways.js';

describe('a page', () => {
  const read = (fields: Fields) => {
    const session = readSession(page(fields));
    return session && mapSession(session);
  };
  const withIntent = (fields: Fields) => ({ payment_intent: intent({ ...onPage, ...fields }) });
  const success = { status: 'succeeded', amount_received: 1_234 };

  it.each<readonly [string, Fields, string]>([
    ['open', {}, 'open'],
    ['open after a failed try', withIntent(failed()), 'open'],
    ['open, and paid a moment ago', withIntent(success), 'success'],
    ['complete and paid', { status: 'complete', payment_status: 'paid', ...withIntent(success) }, 'success'],
    [
      'complete and paid, in an event',
      { status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' },
      'success',
    ],
    ['complete, in an event', { status: 'complete', payment_intent: 'pi_1' }, 'open'],
    ['complete without a price', { status: 'complete', payment_status: 'no_payment_required' }, 'open'],
    ['complete and under way', { status: 'complete', ...withIntent({ status: 'processing' }) }, 'open'],
    ['complete and failed', { status: 'complete', ...withIntent(failed()) }, 'declined'],
    ['expired', { status: 'expired', url: null }, 'expired'],
    ['expired after a failed try', { status: 'expired', ...withIntent(failed()) }, 'expired'],
    [
      'expired, and its payment cancelled',
      { status: 'expired', ...withIntent({ status: 'canceled' }) },
      'expired',
    ],
    [
      'expired while its payment is under way',
      { status: 'expired', ...withIntent({ status: 'processing' }) },
      'open',
    ],
    ['expired, and paid', { status: 'expired', ...withIntent(success) }, 'success'],
    ['with an unknown word', { status: 'paused' }, 'open'],
  ])('%s: %s', (_case, fields, outcome) => {
    const money = { amount: '12.34', currency: 'EUR' };
    expect(read(fields)?.report).toMatchObject({ providerReference, outcome, ...money });
  });

  it('sends its customer there only while it is open', () => {
    expect(read({})?.challenge).toEqual({
      type: 'redirect',
      url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    });
    expect(read({ status: 'complete' })?.challenge).toBeUndefined();
    expect(read({ status: 'expired' })?.challenge).toBeUndefined();
    expect(read({ url: 'javascript:alert(1)' })?.challenge).toBeUndefined();
  });

  it.each([
    ['of nobody', { client_reference_id: null }],
    ['with the payment of another', { payment_intent: intent({ metadata: { gateway_reference: 'ref-2' } }) }],
    ['without an amount', { amount_total: null }],
    ['that is something else', { object: 'payment_link' }],
  ])('%s is not read', (_case, fields) => {
    expect(read(fields)).toBeUndefined();
  });

  it.each([
    ['pt-PT', 'pt'],
    ['pt-BR', 'pt-BR'],
    ['en-GB', 'en-GB'],
    ['uk', 'auto'],
    [undefined, 'auto'],
  ])('for a reader of %s is in %s', (locale, language) => {
    expect(pageLocale(locale)).toBe(language);
  });
});
