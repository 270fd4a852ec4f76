import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../call-provider.js';
import { faultOf, notPrepared, refusalOf } from './call-stripe.js';
import { declineCodes, errorCodes, isSoftDecline, meaningOf } from './error-codes.js';
import { translateConfirmation } from './intents.js';
import type { Literal } from './literal.js';
import {
  cancellations,
  intentOutcomes,
  isClosedUnasked,
  isUnasked,
  mapIntent,
  readIntent,
  type Intent,
} from './read-intent.js';
import { mapSession, readSession } from './read-session.js';
import { mapRefund, readRefund, refundOutcomes } from './read-refund.js';
import { disputeStatuses, readDispute } from './reversals.js';
import { pageLocale } from './ways.js';

/** Goal: each word of Stripe's published lists means what is written here, and each other word is open. */
const providerReference = 'ref-1';
type Fields = Readonly<Record<string, unknown>>;
const intent = (fields: Fields = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_action',
  amount: 1_234,
  amount_received: 0,
  currency: 'eur',
  cancellation_reason: null,
  last_payment_error: null,
  latest_charge: null,
  next_action: null,
  metadata: { gateway_reference: providerReference, gateway_flow: 'direct' },
  client_secret: 'pi_1_secret_x',
  ...fields,
});
const onPage: Fields = { metadata: { gateway_reference: providerReference, gateway_flow: 'page' } };
const failed = (fields: Fields = {}): Fields => ({
  status: 'requires_payment_method',
  last_payment_error: { code: 'card_declined', decline_code: 'do_not_honor', ...fields },
});
const mapped = (fields: Fields) => {
  const read = readIntent(intent(fields));
  return read && mapIntent(read);
};

it('a list that lacks a word of the client’s types does not compile', () => {
  // @ts-expect-error: there are more.
  const short = { open: 1 } satisfies Record<Literal<Stripe.Checkout.Session.Status>, number>;
  expect(short).toEqual({ open: 1 });
});

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
    expect(answer?.report).toEqual({
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

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}
const confirmed = (status: number, body: unknown) =>
  translateConfirmation(answered(status, body), providerReference);
const fault = (fields: Fields) => ({ error: { type: 'invalid_request_error', message: 'Ada', ...fields } });

describe('the answer to a confirmation', () => {
  it.each<readonly [string, number, unknown, object]>([
    ['paid', 200, intent({ status: 'succeeded', amount_received: 1_234 }), { kind: 'final' }],
    ['open', 200, intent(), { kind: 'accepted', providerId: 'pi_1' }],
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

describe('error codes', () => {
  const wordsOf = (wanted: string) =>
    Object.entries(errorCodes).flatMap(([word, meaning]) => (meaning === wanted ? word : []));

  it('are all those of the client, few of which prove that nothing was done', () => {
    expect(Object.keys(errorCodes)).toHaveLength(201);
    expect(wordsOf('refused')).toEqual([
      'api_key_expired',
      'livemode_mismatch',
      'parameter_invalid_empty',
      'parameter_invalid_integer',
      'parameter_invalid_string_blank',
      'parameter_invalid_string_empty',
      'parameter_missing',
      'parameter_unknown',
      'parameters_exclusive',
      'platform_api_key_expired',
      'secret_key_required',
      'testmode_charges_only',
      'tls_version_unsupported',
      'url_invalid',
    ]);
    expect(wordsOf('refundRefused')).toEqual([
      'charge_already_refunded',
      'charge_disputed',
      'charge_not_refundable',
      'refund_disputed_payment',
    ]);
    expect(wordsOf('expired')).toEqual(['payment_intent_payment_attempt_expired']);
  });

  it.each(['', 'unheard_of', 'toString', '__proto__'])('%s is none', (word) => {
    expect(meaningOf(word)).toBe('silent');
  });

  it.each(wordsOf('refused'))('%s refuses a request as a whole, with status 400 alone', (word) => {
    expect(refusalOf(answered(400, fault({ code: word })))).toEqual({
      kind: 'notSent',
      detail: `status 400, ${word}`,
      error: 'failed',
    });
    expect(refusalOf(answered(409, fault({ code: word })))).toBeUndefined();
  });

  it('are read without the sentence beside them', () => {
    expect(faultOf(answered(400, fault({ code: 'No such card 4242' })))).toMatchObject({ code: undefined });
    expect(faultOf(answered(400, { error: 'x' }))).toBeUndefined();
    expect(faultOf({ kind: 'neverSent', detail: 'x' })).toBeUndefined();
  });

  it.each([
    [
      answered(400, fault({ code: 'amount_too_small' })),
      { detail: 'status 400, amount_too_small', error: 'failed' },
    ],
    [answered(200, 'x'), { detail: 'status 200', error: 'failed' }],
    [answered(429, fault({})), { detail: 'status 429' }],
    [answered(503, 'x'), { detail: 'status 503' }],
    [{ kind: 'broken', cause: 'timeout', detail: 'x' } as const, { detail: 'x' }],
  ])('of a preparation are never more than not sent', (exchange, rest) => {
    expect(notPrepared(exchange)).toEqual({ kind: 'notSent', ...rest });
  });
});

describe('decline codes', () => {
  const soft = (declineCode: string | undefined, rest: { code?: string; adviceCode?: string } = {}) =>
    isSoftDecline({ code: rest.code, declineCode, adviceCode: rest.adviceCode });

  it.each(Object.entries(declineCodes))('%s: %s', (word, meaning) => {
    expect(soft(word)).toBe(meaning === 'soft');
    expect(soft(word, { adviceCode: 'do_not_try_again' })).toBe(false);
    expect(soft(word, { adviceCode: 'confirm_card_data' })).toBe(false);
    expect(soft(word, { adviceCode: 'try_again_later' })).toBe(meaning === 'soft');
  });

  it('what is not in the list is hard', () => {
    expect(['unheard_of', 'toString', '__proto__'].map((word) => soft(word))).toEqual([false, false, false]);
  });

  it('without one the error decides', () => {
    expect(soft(undefined, { code: 'processing_error' })).toBe(true);
    expect(soft(undefined, { code: 'expired_card' })).toBe(false);
    expect(soft(undefined)).toBe(false);
  });
});

describe('a page', () => {
  const page = (fields: Fields = {}) => ({
    id: 'cs_test_1',
    object: 'checkout.session',
    client_reference_id: providerReference,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 1_234,
    currency: 'eur',
    url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    payment_intent: null,
    ...fields,
  });
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

describe('a refund', () => {
  const refund = (fields: Fields = {}) => ({
    id: 're_1',
    object: 'refund',
    status: 'pending',
    amount: 100,
    currency: 'eur',
    payment_intent: 'pi_1',
    metadata: { gateway_reference: providerReference },
    ...fields,
  });

  /** Its description has them in a sentence: "pending, requires_action, succeeded, failed, or canceled". */
  it.each([
    ['pending', 'open', undefined],
    ['requires_action', 'open', undefined],
    ['succeeded', 'success', undefined],
    ['failed', 'declined', 'failed'],
    ['canceled', 'declined', 'canceled'],
  ])('%s: %s', (status, outcome, reason) => {
    const report = { providerReference, outcome, providerId: 're_1', amount: '1.00', currency: 'EUR' };
    expect(mapRefund(readRefund(refund({ status })))?.report).toEqual({
      ...report,
      ...(reason && { reason }),
    });
    expect(Object.keys(refundOutcomes)).toContain(status);
  });

  it('says why it has failed, and is open with an unknown word', () => {
    const lost = { status: 'failed', failure_reason: 'lost_or_stolen_card' };
    expect(mapRefund(readRefund(refund(lost)))?.report.reason).toBe('lost_or_stolen_card');
    expect(mapRefund(readRefund(refund({ status: 'sent' })))).toMatchObject({ isMapped: false });
  });

  it('of the dashboard is none of ours', () => {
    expect(mapRefund(readRefund(refund({ metadata: {} })))).toBeUndefined();
    expect(readRefund(refund({ metadata: {} }))).toMatchObject({ id: 're_1', intentId: 'pi_1' });
    expect(readRefund(refund({ amount: null }))).toBeUndefined();
  });
});

describe('a dispute', () => {
  const dispute = (fields: Fields = {}) => ({
    id: 'du_1',
    object: 'dispute',
    status: 'needs_response',
    amount: 1_234,
    currency: 'eur',
    reason: 'fraudulent',
    evidence_details: { due_by: 1_800_000_000 },
    ...fields,
  });
  const kindsOf = (fields: Fields) =>
    readDispute(dispute(fields), { providerReference })?.map(({ kind }) => kind);

  it.each<readonly [keyof typeof disputeStatuses, readonly string[]]>([
    ['warning_needs_response', ['inquiry']],
    ['warning_under_review', ['inquiry']],
    ['warning_closed', ['inquiry']],
    ['prevented', ['inquiry']],
    ['needs_response', ['chargeback']],
    ['under_review', ['chargeback']],
    ['lost', ['chargeback']],
    ['won', ['chargeback', 'chargeback_won']],
  ])('%s: %j', (status, kinds) => {
    expect(kindsOf({ status })).toEqual(kinds);
  });

  it('has its case, its reason and its deadline', () => {
    expect(readDispute(dispute(), { providerReference })).toEqual([
      {
        kind: 'chargeback',
        key: 'du_1',
        providerReference,
        amount: '12.34',
        currency: 'EUR',
        case: 'du_1',
        reason: 'fraudulent',
        respondBy: '2027-01-15T08:00:00.000Z',
      },
    ]);
  });

  it('takes no sentence for a reason, and an unknown word for a question', () => {
    expect(
      JSON.stringify(readDispute(dispute({ reason: 'Ada did not buy it' }), { providerReference })),
    ).not.toMatch(/Ada/);
    expect(kindsOf({ status: 'escalated' })).toEqual(['inquiry']);
    expect(kindsOf({ amount: null })).toBeUndefined();
  });
});
