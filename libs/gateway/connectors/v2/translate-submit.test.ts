import { describe, expect, it } from 'vitest';
import {
  accepted,
  africa,
  answered,
  challenged,
  created,
  declined,
  error,
  failed,
  final,
  flat,
  hosted,
  payment,
  payout,
  routing,
  unknown,
  working,
  type Row,
} from './testing/create-answers.js';
import { translateSubmit } from './translate-submit.js';

const brokenRows: readonly Row[] = [
  [
    'never connected',
    { kind: 'neverSent', detail: 'ECONNREFUSED' },
    { kind: 'notSent', detail: 'ECONNREFUSED' },
  ],
  ['no answer in time', { kind: 'broken', cause: 'timeout', detail: 'd' }, unknown('timeout')],
  ['cut', { kind: 'broken', cause: 'communication', detail: 'd' }, unknown('communication')],
  ['no HTTP', { kind: 'broken', cause: 'unreadable', detail: 'd' }, unknown('unreadable')],
];

const paymentRows: readonly Row[] = [
  ['200 created', answered(200, created), challenged({ type: 'redirect', url: 'http://bank/pay/1' })],
  ['200 hosted', answered(200, hosted), challenged({ type: 'redirect', url: 'http://page/1' })],
  [
    '200 with the status as an object',
    answered(200, { ...created, status: { name: 'created', date: 'd' } }),
    challenged({ type: 'redirect' }),
  ],
  [
    '200 ussd, its type under the other key',
    answered(200, { ...created, challenge: { type: 'ussd', ussd: { code: '*1#' } } }),
    challenged({ type: 'ussd', code: '*1#' }),
  ],
  [
    '200 with a CLABE',
    answered(200, {
      ...created,
      challenge: { challenge_type: 'bank_transfer_mexico', bank_transfer_mexico: { clabe: '012' } },
    }),
    challenged({ type: 'bank_transfer_mexico', clabe: '012' }),
  ],
  ['200 working', answered(200, working), accepted],
  ['200 with a status of tomorrow', answered(200, { ...working, status: 'reviewed' }), accepted],
  [
    '200 success at once',
    answered(200, { ...working, status: 'success' }),
    { ...final('success'), report: { amount: '10.10', currency: 'EUR' } },
  ],
  ['200 success without its money', answered(200, { ...hosted, status: 'success' }), unknown('unreadable')],
  ['200 failed: declined', answered(200, failed('declined')), declined(false, { reason: 'ERROR_200' })],
  [
    '200 failed: declined, status as an object',
    answered(200, failed({ name: 'declined' } as never)),
    declined(false),
  ],
  ['200 failed: risk', answered(200, failed('declined', 451)), declined(false, { reason: 'ERROR_451' })],
  ['200 failed: error', answered(200, failed('error')), final('error')],
  ['200 failed: expired', answered(200, failed('expired')), final('expired')],
  [
    '200 failed: cancelled',
    answered(200, {
      ...failed('declined', 121, routing),
      error_description: 'Payment transaction was cancelled',
    }),
    final('cancelled'),
  ],
  [
    '200 failed, the merchant’s own words are no cancellation',
    answered(200, { ...failed('declined', 121, routing), description: 'Payment transaction was cancelled' }),
    declined(false),
  ],
  [
    '200 failed without identifier',
    answered(200, { ...failed('error'), identifier: undefined }),
    unknown('communication'),
  ],
  ['200 error body', answered(200, error(200, 'Communication error')), unknown('communication')],
  ['200 refusal: something may be registered', answered(200, error(30)), unknown('communication')],
  [
    '200 failed for another reference',
    answered(200, { ...failed('error'), reference: 'ord-2' }),
    unknown('communication'),
  ],
  ['200 failed, still pending', answered(200, failed('pending')), unknown('communication')],
  ['200 declined with code 0', answered(200, failed('declined', 0)), unknown('unreadable')],
  ['200 success with a code', answered(200, failed('success')), unknown('communication')],
  ['200 without a code', answered(200, { ...created, error_code: undefined }), unknown('unreadable')],
  ['200 with the code as text', answered(200, { ...created, error_code: '0' }), unknown('unreadable')],
  ['200 for another reference', answered(200, { ...created, reference: 'ord-2' }), unknown('unreadable')],
  ['200 a payout', answered(200, { ...created, type: 'payout' }), unknown('unreadable')],
  ['200 without identifier', answered(200, { ...created, identifier: undefined }), unknown('unreadable')],
  ['200 created, nothing to do', answered(200, { ...created, challenge: null }), unknown('unreadable')],
  ...['javascript:alert(1)', 'https://bank@elsewhere', `https://bank/${'x'.repeat(2_048)}`, 7].flatMap(
    (url) => [
      [
        `200 hosted, sent to ${url}`,
        answered(200, { ...hosted, redirect_url: url }),
        unknown('unreadable'),
      ] as const,
      [
        `200 sent to ${url}`,
        answered(200, { ...created, challenge: { challenge_type: 'redirect', challenge_redirect: { url } } }),
        unknown('unreadable'),
      ] as const,
    ],
  ),
  ['200 hosted, no page', answered(200, { ...hosted, redirect_url: '' }), unknown('unreadable')],
  [
    '200 with an unreadable challenge',
    answered(200, { ...created, challenge: { challenge_type: 'dance' } }),
    unknown('unreadable'),
  ],
  ['200 no JSON', answered(200, undefined), unknown('unreadable')],
  ['200 null', answered(200, null), unknown('unreadable')],
  ['200 a list', answered(200, [created]), unknown('unreadable')],
  ['201 created', answered(201, created), unknown('unreadable')],
  ['307', answered(307, undefined), unknown('unreadable')],
];

const payoutRows: readonly Row[] = [
  ['200 flat', answered(200, flat), accepted],
  ['200 Africa', answered(200, africa), accepted],
  [
    '200 Africa that asks for its bank, which was sent',
    answered(200, { ...africa, challenge: { challenge_type: 'bank_code', challenge_bank_code: [] } }),
    accepted,
  ],
  [
    '200 Africa failed',
    answered(200, { ...africa, status: { name: 'declined' }, error_code: 200, error_message: 'x' }),
    declined(false),
  ],
  [
    '200 failed: no such bank',
    answered(200, { ...flat, status: 'declined', error_code: 1050 }),
    declined(false, { cause: 'bankNotSupported' }),
  ],
  [
    '200 failed: cancelled',
    answered(200, {
      ...flat,
      status: 'declined',
      error_code: 1,
      error_reason: 'Payment transaction was cancelled',
    }),
    final('cancelled'),
  ],
  ['200 a payment', answered(200, created), unknown('unreadable')],
];

describe('the create call, answered with a transaction or not at all', () => {
  it.each([...brokenRows, ...paymentRows])('payment, %s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, payment)).toMatchObject(expected);
  });

  it.each([...brokenRows, ...payoutRows])('payout, %s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, payout)).toMatchObject(expected);
  });
});
