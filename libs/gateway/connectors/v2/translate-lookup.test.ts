import { describe, expect, it } from 'vitest';
import type { Exchange } from '../call-provider.js';
import { translateLookup } from './translate-lookup.js';

/** A record of contract §8, as far as it matters here. */
const record = {
  type: 'payment',
  identifier: 'id-1',
  reference: 'ord-1',
  method: 'ideal',
  currency: 'EUR',
  amount: '10.10',
  status: 'created',
  error_code: 0,
  error_reason: '',
  challenge: { challenge_type: 'redirect', challenge_redirect: { url: 'http://bank/1' } },
};
const ended = { ...record, challenge: undefined, error_code: 200, error_reason: 'x' };
const refund = { ...record, type: 'refund', status: 'pending', challenge: undefined };
const missing = { error_code: 35, error_reason: 'Resource not found', reference: 'ord-1', status: 'error' };

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}

const found = (outcome: string, more: object = {}) => ({
  kind: 'found',
  report: { providerReference: 'ord-1', providerId: 'id-1', outcome, ...more },
});
const noAnswer = (cause: string) => ({ kind: 'noAnswer', cause });

const rows: readonly (readonly [string, Exchange, object])[] = [
  ['never sent', { kind: 'neverSent', detail: 'ECONNREFUSED' }, noAnswer('communication')],
  ['no answer', { kind: 'broken', cause: 'timeout', detail: 'd' }, noAnswer('timeout')],
  [
    'created',
    answered(200, record),
    { ...found('open'), challenge: { type: 'redirect', url: 'http://bank/1' } },
  ],
  [
    'hosted: its page, not what the page shows',
    answered(200, {
      ...record,
      status: 'created',
      redirect_url: 'http://page/1',
      challenge: { challenge_type: 'qr' },
    }),
    { ...found('open'), challenge: { type: 'redirect', url: 'http://page/1' } },
  ],
  ['pending', answered(200, { ...record, status: 'pending', challenge: undefined }), found('open')],
  [
    'success',
    answered(200, { ...record, status: 'success' }),
    found('success', { amount: '10.10', currency: 'EUR' }),
  ],
  ['declined', answered(200, { ...ended, status: 'declined' }), found('declined')],
  ['error', answered(200, { ...ended, status: 'error' }), found('error')],
  ['expired', answered(200, { ...ended, status: 'expired' }), found('expired')],
  [
    'cancelled',
    answered(200, {
      ...ended,
      status: 'declined',
      error_code: 121,
      error_description: 'Payment transaction was cancelled',
    }),
    found('cancelled'),
  ],
  [
    'success without its money',
    answered(200, { ...record, status: 'success', amount: undefined }),
    noAnswer('unreadable'),
  ],
  ['success with a code', answered(200, { ...ended, status: 'success' }), noAnswer('unreadable')],
  ['declined with code 0', answered(200, { ...record, status: 'declined' }), noAnswer('unreadable')],
  ['another reference', answered(200, { ...record, reference: 'ord-2' }), noAnswer('unreadable')],
  ['a payout', answered(200, { ...record, type: 'payout' }), noAnswer('unreadable')],
  ['no JSON', answered(200, undefined), noAnswer('unreadable')],
  ['404 about the reference', answered(404, missing), { kind: 'notFound' }],
  ['404 about another one', answered(404, { ...missing, reference: 'ord-2' }), noAnswer('unreadable')],
  [
    '404 about no reference: the path',
    answered(404, { ...missing, reference: undefined }),
    noAnswer('unreadable'),
  ],
  [
    '404 about the merchant',
    answered(404, { ...missing, error_reason: 'Merchant not found' }),
    noAnswer('unreadable'),
  ],
  ['404 of a proxy', answered(404, undefined), noAnswer('unreadable')],
  ['200 not found', answered(200, missing), noAnswer('unreadable')],
  ['401', answered(401, { error_code: 5, error_reason: 'Forbidden' }), noAnswer('unreadable')],
  ['503', answered(503, { error_code: 200, error_reason: 'x' }), noAnswer('communication')],
  ['500 not found', answered(500, missing), noAnswer('communication')],
];

describe('the look-up', () => {
  it.each(rows)('%s', (_row, exchange, expected) => {
    const result = translateLookup(exchange, { type: 'payment', providerReference: 'ord-1' });
    expect(result).toMatchObject(expected);
  });

  it('a payout whose bank there is not', () => {
    const body = { ...ended, type: 'payout', status: { name: 'declined', date: 'd' }, error_code: 1050 };
    const result = translateLookup(answered(200, body), { type: 'payout', providerReference: 'ord-1' });
    expect(result).toMatchObject(found('declined', { cause: 'bankNotSupported', reason: 'ERROR_1050' }));
  });

  it.each<readonly [string, Exchange, object]>([
    [
      'success',
      answered(200, { ...refund, status: 'success' }),
      found('success', { amount: '10.10', currency: 'EUR' }),
    ],
    ['pending', answered(200, refund), found('open')],
    ['declined', answered(200, { ...refund, error_code: 200, status: 'declined' }), found('declined')],
    ['error', answered(200, { ...refund, error_code: 200, status: 'error' }), found('error')],
    ['a payment', answered(200, { ...refund, type: 'payment' }), noAnswer('unreadable')],
    ['404 about the reference', answered(404, missing), { kind: 'notFound' }],
    ['404 with another code', answered(404, { ...missing, error_code: 30 }), noAnswer('unreadable')],
    ['404 about no reference', answered(404, { ...missing, reference: undefined }), noAnswer('unreadable')],
  ])('a refund, %s', (_row, exchange, expected) => {
    const result = translateLookup(exchange, { type: 'refund', providerReference: 'ord-1' });
    expect(result).toMatchObject(expected);
  });
});

describe('the reversals in a record (contract §15.8)', () => {
  const reversal = {
    type: 'reversal',
    reversal_id: 'rev_1',
    kind: 'provider_refund',
    transaction_type: 'payment',
    reference: 'ord-1',
    currency: 'EUR',
    amount: '4.50',
    state: 'posted',
    case: null,
    reason: null,
    respond_by: null,
  };
  const read = { kind: 'provider_refund', providerReference: 'ord-1', key: 'rev_1', amount: '4.50' };

  it.each<readonly [string, unknown, readonly object[] | undefined]>([
    ['none', [], undefined],
    ['no list', undefined, undefined],
    ['one that is posted', [reversal], [read]],
    ['one that waits for a person', [{ ...reversal, state: 'recorded' }], undefined],
    ['one that a person has dismissed', [{ ...reversal, state: 'dismissed' }], undefined],
    [
      'an inquiry, for which nothing is posted',
      [{ ...reversal, kind: 'inquiry', state: 'recorded' }],
      [{ ...read, kind: 'inquiry' }],
    ],
    ['one that cannot be read, beside one that can', [{ ...reversal, kind: 'new' }, reversal], [read]],
  ])('%s', (_what, reversals, expected) => {
    const body = { ...record, status: 'success', challenge: undefined, reversals };
    const result = translateLookup(answered(200, body), { type: 'payment', providerReference: 'ord-1' });
    expect(result).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    const told = expected?.map((one) => expect.objectContaining(one) as object);
    expect(result.kind === 'found' && result.reversals).toEqual(told);
  });
});
