import { describe, expect, it } from 'vitest';
import type { Exchange } from '../call-provider.js';
import { translateConfirmation } from './intents.js';
import {
  cancellations,
  isClosedUnasked,
  isUnasked,
  mapIntent,
  readIntent,
  type Intent,
  type intentOutcomes,
} from './read-intent.js';
import { failed, fault, intent, onPage, providerReference, type Fields } from './testing/objects.js';

/** Goal: each word of Stripe's published lists means what is written here, and each other word is open. */
const mapped = (fields: Fields) => {
  const read = readIntent(intent({ status: 'requires_action', ...fields }));
  return read && mapIntent(read);
};

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}
const confirmed = (status: number, body: unknown) =>
  translateConfirmation(answered(status, body), providerReference);

describe('a PaymentIntent', () => {
  it.each<readonly [keyof typeof intentOutcomes, Fields, string, string | undefined]>([
    ['succeeded', { amount_received: 1_234 }, 'success', undefined],
    ['canceled', {}, 'cancelled', 'canceled'],
    ['processing', {}, 'open', undefined],
    ['requires_action', {}, 'open', undefined],
    ['requires_capture', {}, 'open', undefined],
    ['requires_confirmation', {}, 'open', undefined],
    ['requires_payment_method', {}, 'open', undefined],
    ['requires_payment_method', failed(), 'declined', 'do_not_honor'],
    ['requires_payment_method', failed({ decline_code: undefined }), 'declined', 'card_declined'],
    ['requires_payment_method', failed({ code: 'A sentence', decline_code: null }), 'declined', 'failed'],
    [
      'requires_payment_method',
      failed({ code: 'payment_intent_payment_attempt_expired', decline_code: null }),
      'expired',
      'payment_intent_payment_attempt_expired',
    ],
    ['requires_payment_method', { ...failed(), ...onPage }, 'open', undefined],
  ])('%s, %j: %s', (status, fields, outcome, reason) => {
    const answer = mapped({ ...fields, status });
    const money = { amount: '12.34', currency: 'EUR' };
    // Of a card that another one may follow.
    const again = outcome === 'declined' && reason !== 'failed' && { mayTryAgain: true };
    expect(answer?.report).toEqual({
      ...again,
      providerReference,
      outcome,
      providerId: 'pi_1',
      ...money,
      ...(reason !== undefined && { reason }),
    });
    expect(answer?.isMapped).toBe(true);
  });

  it.each(Object.entries(cancellations))('canceled, %s: %s', (reason, outcome) => {
    const answer = mapped({ status: 'canceled', cancellation_reason: reason });
    expect(answer?.report).toMatchObject({ outcome, reason });
  });

  it.each(['expired', 'requires_reauthorization', 'SUCCEEDED', 'toString', '__proto__'])(
    'with the word %s is open, and no answer to a confirmation',
    (status) => {
      expect(mapped({ status })).toMatchObject({ isMapped: false, report: { outcome: 'open' } });
      expect(confirmed(200, intent({ status }))).toMatchObject({ kind: 'unknown' });
    },
  );

  it.each([
    ['of nobody', { metadata: {} }],
    ['without an id', { id: null }],
    ['that is something else', { object: 'charge' }],
    ['without a status', { status: 1 }],
    ['with an amount that is a text', { amount: '1234' }],
    ['of a currency that is not in the table', { currency: 'ugx' }],
    ['of a currency in capitals', { currency: 'EUR' }],
  ])('%s is not read', (_case, fields) => {
    expect(mapped(fields)).toBeUndefined();
  });

  const read = (fields: Fields): Intent => {
    const found = readIntent(intent(fields));
    if (found === undefined) throw new Error('not read');
    return found;
  };
  it.each<readonly [Fields, boolean]>([
    [{ status: 'requires_confirmation' }, true],
    [{ status: 'requires_payment_method' }, true],
    [failed(), false],
    [{ status: 'requires_confirmation', latest_charge: 'ch_1' }, false],
    [{ status: 'requires_action' }, false],
    [{ status: 'canceled' }, false],
  ])('was never asked while it has neither error nor charge: %j', (fields, isSo) => {
    expect(isUnasked(read(fields))).toBe(isSo);
  });

  it.each<readonly [Fields, boolean]>([
    [{ cancellation_reason: 'abandoned' }, true],
    [{ cancellation_reason: 'abandoned', latest_charge: {} }, false],
    [{ cancellation_reason: 'requested_by_customer' }, false],
  ])('was closed before anybody asked: %j', (fields, isSo) => {
    expect(isClosedUnasked(read({ ...fields, status: 'canceled' }))).toBe(isSo);
  });

  it('gives nothing away that a customer could pay with again', () => {
    expect(JSON.stringify([mapped({}), mapped(failed())])).not.toContain('secret');
  });
});

describe('the answer to a confirmation', () => {
  it.each<readonly [string, number, unknown, object]>([
    ['paid', 200, intent({ status: 'succeeded', amount_received: 1_234 }), { kind: 'final' }],
    ['open', 200, intent({ status: 'requires_action' }), { kind: 'accepted', providerId: 'pi_1' }],
    ['under way', 200, intent({ status: 'processing' }), { kind: 'accepted' }],
    ['cancelled', 200, intent({ status: 'canceled' }), { kind: 'final', report: { outcome: 'cancelled' } }],
    ['failed', 200, intent(failed()), { kind: 'declined', soft: true }],
    ['not asked', 200, intent({ status: 'requires_confirmation' }), { kind: 'unknown', cause: 'unreadable' }],
    ['of another', 200, intent({ metadata: { gateway_reference: 'ref-2' } }), { kind: 'unknown' }],
    ['no object', 200, 'OK', { kind: 'unknown', cause: 'unreadable' }],
    ['a decline', 402, fault({ payment_intent: intent(failed()) }), { kind: 'declined', soft: true }],
    [
      'a hard decline',
      402,
      fault({ payment_intent: intent(failed({ decline_code: 'stolen_card' })) }),
      { kind: 'declined', soft: false, report: { reason: 'stolen_card' } },
    ],
    [
      'a decline of another',
      402,
      fault({ payment_intent: { ...intent(failed()), metadata: {} } }),
      { kind: 'unknown' },
    ],
    ['a decline without an intent', 402, fault({ code: 'card_declined' }), { kind: 'unknown' }],
    ['an intent that has not failed', 402, fault({ payment_intent: intent() }), { kind: 'unknown' }],
    [
      'a paid one in an error',
      402,
      fault({ payment_intent: intent({ ...failed(), status: 'succeeded' }) }),
      { kind: 'unknown' },
    ],
    ['misread', 400, fault({ code: 'parameter_unknown' }), { kind: 'notSent', error: 'failed' }],
    ['asked before', 400, fault({ code: 'payment_intent_unexpected_state' }), { kind: 'unknown' }],
    ['another body for the key', 400, { error: { type: 'idempotency_error' } }, { kind: 'unknown' }],
    ['another key', 401, fault({}), { kind: 'notSent', error: 'failed', detail: 'status 401' }],
    ['a key that may not', 403, fault({}), { kind: 'notSent', error: 'failed' }],
    ['401 of somebody else', 401, 'Unauthorized', { kind: 'unknown' }],
    ['no such intent', 404, fault({ code: 'resource_missing' }), { kind: 'notSent', error: 'failed' }],
    ['no such path', 404, fault({}), { kind: 'unknown' }],
    ['two at once', 409, fault({ code: 'idempotency_key_in_use' }), { kind: 'unknown' }],
    ['too many', 429, fault({ code: 'rate_limit' }), { kind: 'unknown', cause: 'communication' }],
    ['locked', 429, fault({ code: 'lock_timeout' }), { kind: 'unknown', cause: 'communication' }],
    ['broken', 500, fault({}), { kind: 'unknown', cause: 'communication' }],
  ])('%s', (_case, status, body, result) => {
    expect(confirmed(status, body)).toMatchObject(result);
    expect(JSON.stringify(confirmed(status, body))).not.toMatch(/Ada|secret/);
  });

  it('that did not come is unknown, and one that was not asked for not sent', () => {
    expect(translateConfirmation({ kind: 'neverSent', detail: 'x' }, 'ref-1')).toEqual({
      kind: 'notSent',
      detail: 'x',
    });
    const broken = { kind: 'broken', cause: 'timeout', detail: 'x' } as const;
    expect(translateConfirmation(broken, 'ref-1')).toEqual({ ...broken, kind: 'unknown' });
  });
});
