import { describe, expect, it } from 'vitest';
import { refusals } from './refusals.js';
import { answered, closed, error, reference, routing, unknown, type Row } from './testing/create-answers.js';
import { translateRefund } from './translate-submit.js';

/** An acceptance of contract §15.1. */
const pending = {
  error_code: 0,
  error_reason: '',
  identifier: 'id-1',
  reference,
  request_id: 'r-1',
  type: 'refund',
  payment_identifier: 'id-0',
  payment_reference: 'ord-0',
  method: 'ideal',
  mode: 'initial',
  currency: 'EUR',
  amount: '4.50',
  status: 'pending',
  timestamp: '2026-01-01T00:00:00.000Z',
};
const failed = (status: string) => ({ ...pending, status, error_code: 200, error_reason: 'x' });
const report = (outcome: string) => ({ providerReference: reference, providerId: 'id-1', outcome });

/** What contract §15.2 refuses with, in its words, before anything is registered. */
const refused: readonly Row[] = [
  ['400 malformed', answered(400, error(30, 'Invalid params')), closed],
  ['400 incomplete', answered(400, error(31, 'Required fields are missing')), closed],
  ['404 payment unknown', answered(404, error(35, 'Resource not found', { reference })), closed],
  ['400 no refunds', answered(400, error(1050, 'Bank does not support transaction')), closed],
  ['400 currency', answered(400, error(1051, "Bank doesn't support currency")), closed],
  ['400 method', answered(400, error(1054, "Bank doesn't support payment method")), closed],
  ['400 more than is left', answered(400, error(1132, 'Limit exceeded')), closed],
  ['400 switched off', answered(400, error(121, 'Route is invalid')), closed],
  [
    '400 project disabled',
    answered(400, error(121, routing, { description: 'The project is disabled' })),
    closed,
  ],
  ['400 another 121', answered(400, error(121, routing)), closed],
  ['400 funds', answered(400, error(1, 'Insufficient funds on account')), closed],
  ['401', answered(401, error(5, 'Forbidden')), closed],
];

const rows: readonly Row[] = [
  ['accepted', answered(200, pending), { kind: 'accepted', providerId: 'id-1' }],
  [
    'success at once',
    answered(200, { ...pending, status: 'success' }),
    { kind: 'final', report: { ...report('success'), amount: '4.50', currency: 'EUR' } },
  ],
  [
    'declined at once',
    answered(200, failed('declined')),
    { kind: 'declined', soft: false, report: report('declined') },
  ],
  ['error at once', answered(200, failed('error')), { kind: 'final', report: report('error') }],
  ['another refund', answered(200, { ...pending, reference: 'r-2' }), unknown('unreadable')],
  ['a payment', answered(200, { ...pending, type: 'payment' }), unknown('unreadable')],
  [
    'a status that refunds do not have',
    answered(200, { ...pending, status: 'created' }),
    unknown('unreadable'),
  ],
  ['an empty 200', answered(200, undefined), unknown('unreadable')],
  ['never sent', { kind: 'neverSent', detail: 'ECONNREFUSED' }, { kind: 'notSent', detail: 'ECONNREFUSED' }],
  ['cut', { kind: 'broken', cause: 'communication', detail: 'd' }, unknown('communication')],
  ['silence', { kind: 'broken', cause: 'timeout', detail: 'd' }, unknown('timeout')],
  ['400 duplicated', answered(400, error(108, 'Duplicated reference')), unknown('communication')],
  [
    '400 duplicated, ours',
    answered(400, error(108, 'Duplicated reference', { reference, identifier: 'id-1' })),
    unknown('communication'),
  ],
  ['400 error 200', answered(400, error(200, 'Transaction processing error')), unknown('communication')],
  [
    '400 error 121 with a time-out',
    answered(400, error(121, routing, { description: 'Payment transaction timeout after 30 seconds' })),
    unknown('timeout'),
  ],
  [
    '400 error 121 of a refund',
    answered(400, error(121, routing, { identifier: 'id-1' })),
    unknown('communication'),
  ],
  ['400 about another one', answered(400, error(1132, 'x', { reference: 'r-2' })), unknown('communication')],
  ['404 of a proxy', answered(404, undefined), unknown('unreadable')],
  ['503', answered(503, error(200, 'Transaction processing error')), unknown('communication')],
  ['500', answered(500, undefined), unknown('communication')],
];

describe('the create call of a refund (contract §15.7)', () => {
  it.each([...rows, ...refused])('%s', (_row, exchange, expected) => {
    expect(translateRefund(exchange, reference)).toMatchObject(expected);
  });

  it.each(refused)('%s is unknown as a 504', (_row, exchange) => {
    if (exchange.kind !== 'answered') throw new Error('each row is an answer');
    expect(translateRefund({ ...exchange, status: 504 }, reference)).toMatchObject(unknown('timeout'));
  });

  it.each(refusals)(
    'what proves that a payment is not registered proves it of a refund: $code',
    (refusal) => {
      const { code, reasons: [reason] = ['x'], descriptions: [description] = ['d'] } = refusal;
      const body = error(code, reason, { description });
      expect(translateRefund(answered(400, body), reference)).toMatchObject(closed);
      const ours = { ...body, identifier: 'id-1' };
      expect(translateRefund(answered(400, ours), reference)).toMatchObject({ kind: 'unknown' });
    },
  );
});
