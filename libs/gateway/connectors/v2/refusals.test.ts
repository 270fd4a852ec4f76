import { describe, expect, it } from 'vitest';
import { refusals } from './refusals.js';
import {
  answered,
  closed,
  created,
  declined,
  error,
  failed,
  payment,
  payout,
  reference,
  routing,
  unknown,
  type Row,
} from './testing/create-answers.js';
import { translateSubmit } from './translate-submit.js';

const refusalRows: readonly Row[] = [
  ['401 Forbidden', answered(401, error(5, 'Forbidden')), closed],
  ['429 Forbidden', answered(429, error(5, 'Forbidden')), closed],
  ['400 error 5 in free text', answered(400, error(5, 'Unexpected message')), unknown('communication')],
  ['401 of a proxy', answered(401, undefined), unknown('unreadable')],
  ['429 of a proxy', answered(429, undefined), unknown('unreadable')],
  ['403 Merchant not found', answered(403, error(35, 'Merchant not found')), closed],
  ['404 Resource not found', answered(404, error(35, 'Resource not found')), closed],
  ['404 of a proxy', answered(404, { message: 'no route' }), unknown('unreadable')],
  [
    '400 Invalid params',
    answered(400, error(30, 'Invalid params')),
    { kind: 'final', report: { outcome: 'error' } },
  ],
  ['413', answered(413, error(30, 'Invalid params')), { kind: 'final', report: { outcome: 'error' } }],
  [
    '400 in the shape of code and reason',
    answered(400, { code: 1132, reason: 'Limit exceeded' }),
    declined(true),
  ],
  [
    '400 with nothing but code and reason',
    answered(400, { error_code: 1132, error_reason: '' }),
    declined(true),
  ],
  ['400 that names the reference', answered(400, error(451, 'x', { reference })), declined(false)],
  [
    '400 that names another one',
    answered(400, error(451, 'x', { reference: 'ord-2' })),
    unknown('communication'),
  ],
  [
    '400 that names a transaction',
    answered(400, error(451, 'x', { identifier: 'id-1' })),
    unknown('communication'),
  ],
  ['400 duplicated', answered(400, error(108, 'Duplicated reference')), unknown('communication')],
  [
    '400 duplicated, ours',
    answered(400, error(108, 'x', { reference, identifier: 'id-1' })),
    unknown('communication'),
  ],
  ['400 error 200', answered(400, error(200, 'Transaction processing error')), unknown('communication')],
  [
    '400 error 200 whose status is the error body’s own',
    answered(400, error(200, 'x', { reference, identifier: 'id-1' })),
    unknown('communication'),
  ],
  ['400 error 0', answered(400, created), unknown('unreadable')],
  ['400 of tomorrow', answered(400, error(77)), unknown('communication')],
  [
    '400 routing: no route',
    answered(400, error(121, routing, { description: 'Unknown routing error' })),
    closed,
  ],
  ['400 routing: who knows', answered(400, error(121, routing)), unknown('communication')],
  [
    '400 routing: time-out',
    answered(400, error(121, routing, { description: 'Routing request timeout' })),
    unknown('timeout'),
  ],
  ['400 route is invalid', answered(400, error(121, 'Route is invalid')), closed],
  [
    '400 route is invalid after a time-out',
    answered(400, error(121, 'Route is invalid', { description: 'It timed out' })),
    unknown('timeout'),
  ],
  ['504 time-out', answered(504, error(121, routing, { identifier: 'id-1', reference })), unknown('timeout')],
  ['504 of a proxy', answered(504, undefined), unknown('timeout')],
  ['503 error 200', answered(503, error(200)), unknown('communication')],
  ['503 with a refusal', answered(503, error(30, 'Invalid params')), unknown('communication')],
  ['502 with a transaction', answered(502, created), unknown('communication')],
  ['500 error 200', answered(500, error(200)), unknown('communication')],
];

const payoutRefusalRows: readonly Row[] = [
  ['400 funds', answered(400, error(1, 'Insufficient funds on account')), closed],
  [
    '400 null',
    answered(400, error(1, 'Request cannot be null')),
    { kind: 'final', report: { outcome: 'error' } },
  ],
  ['400 cancelled', answered(400, error(1, 'Payment transaction was cancelled')), unknown('communication')],
  ['400 inner failure', answered(400, error(1, 'Internal error: null value')), unknown('communication')],
  ['400 MID', answered(400, error(32, 'Invalid MID')), closed],
  ['400 type not supported: no word about the bank', answered(400, error(1050)), declined(true)],
  [
    '504 time-out',
    answered(504, error(1, 'Payment transaction timeout after 30 seconds')),
    unknown('timeout'),
  ],
  [
    '400 time-out',
    answered(400, error(1, 'Payment transaction timeout after 30 seconds')),
    unknown('timeout'),
  ],
  ['504 routing', answered(504, error(2, 'Routing request timeout')), unknown('timeout')],
  ['400 routing', answered(400, error(2, 'Routing request timeout')), unknown('timeout')],
  ['503 in-flight limit', answered(503, error(1, 'Flow cache limit exceeded')), unknown('communication')],
];

describe('the create call, answered with an error', () => {
  it.each(refusalRows)('payment, %s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, payment)).toMatchObject(expected);
  });

  it.each([...refusalRows, ...payoutRefusalRows])('payout, %s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, payout)).toMatchObject(expected);
  });

  it('a refusal of the type says nothing about a bank', () => {
    const result = translateSubmit(answered(400, error(1050)), payout);
    expect(result).not.toHaveProperty('report.cause');
  });
});

describe('a refusal before registration', () => {
  const results = {
    wayClosed: closed,
    notTaken: declined(true),
    declined: declined(false),
    misread: { kind: 'final', report: { providerReference: reference, outcome: 'error' } },
  };
  const each = refusals.flatMap(({ code, reasons = ['x'], descriptions = ['d'], meaning }) =>
    reasons.flatMap((reason) => descriptions.map((description) => ({ code, reason, description, meaning }))),
  );

  it.each(each)('$code $reason ($description) is $meaning', ({ code, reason, description, meaning }) => {
    const body = error(code, reason, { description });
    for (const submitted of [payment, payout]) {
      expect(translateSubmit(answered(400, body), submitted)).toMatchObject(results[meaning]);
      expect(translateSubmit(answered(504, body), submitted)).toMatchObject({ kind: 'unknown' });
    }
  });

  it('free text of the other side is not kept', () => {
    const said = JSON.stringify([
      translateSubmit(answered(400, error(451, 'Ms Example', { description: 'is blocked' })), payment),
      translateSubmit(answered(200, failed('declined', 200, 'Ms Example')), payment),
      translateSubmit(answered(500, error(200, 'Ms Example')), payment),
    ]);
    expect(said).not.toContain('Example');
    expect(said).not.toContain('blocked');
  });
});
