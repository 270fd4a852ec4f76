import { describe, expect, it } from 'vitest';
import type { Exchange } from '../call-provider.js';
import { faultOf, notPrepared, refusalOf } from './call-stripe.js';
import { isSoftDecline, mayTryAgain } from './declines.js';
import { declineCodes, errorCodes, meaningOf } from './error-codes.js';
import { fault } from './testing/objects.js';

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}

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

  it.each(['', 'unheard_of', 'toString', '__proto__'])('%j is no code that proves anything', (word) => {
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

  it('are read without the sentences beside them', () => {
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
  ])('make a preparation nothing but not sent', (exchange, rest) => {
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
    const again = (adviceCode?: string) => mayTryAgain({ code: undefined, declineCode: word, adviceCode });
    expect(again()).toBe(meaning !== 'hard');
    expect(again('confirm_card_data')).toBe(meaning !== 'hard');
    expect(again('do_not_try_again')).toBe(false);
  });

  it('leave a further card to the error code if they are missing, and a hard one stays hard', () => {
    const again = (code: string | undefined, declineCode?: string) =>
      mayTryAgain({ code, declineCode, adviceCode: undefined });
    expect(again('payment_intent_authentication_failure')).toBe(true);
    expect(again('card_declined', 'stolen_card')).toBe(false);
    expect([undefined, 'request_blocked', 'unheard_of'].map((word) => again(word))).toEqual([
      false,
      false,
      false,
    ]);
    expect(again('card_declined', 'unheard_of')).toBe(false);
  });

  it('are hard if they are not in the list', () => {
    expect(['unheard_of', 'toString', '__proto__'].map((word) => soft(word))).toEqual([false, false, false]);
  });

  it('leave the decision to the error code if they are missing', () => {
    expect(soft(undefined, { code: 'processing_error' })).toBe(true);
    expect(soft(undefined, { code: 'expired_card' })).toBe(false);
    expect(soft(undefined)).toBe(false);
  });
});
