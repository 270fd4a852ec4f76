import { describe, expect, it } from 'vitest';
import type { Exchange } from '../call-provider.js';
import { outcomes, readCharge } from './charges.js';
import { nameRefusal, refusals, translateLookup, translateSubmit } from './translate-answers.js';

const redirect = { type: 'redirect', url: 'http://bank/pay/1' };
const charge = {
  charge: 'ch_1',
  order: 'ord-1',
  state: 'AWAITING_PAYER',
  value: '10.10',
  iso: 'EUR',
  next_step: { kind: 'visit', url: 'http://bank/pay/1' },
};
const captured = { ...charge, state: 'CAPTURED', captured_value: '10.10', reason: 'PAID' };
const refused = { ...charge, state: 'REFUSED', reason: 'DO_NOT_HONOUR', retry_elsewhere: false };

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}

const timeout = { kind: 'broken', cause: 'timeout', detail: 'd' } as const;
const cut = { kind: 'broken', cause: 'communication', detail: 'd' } as const;
const oversized = { kind: 'broken', cause: 'unreadable', detail: 'd' } as const;
const neverSent = { kind: 'neverSent', detail: 'ECONNREFUSED' } as const;

const unknown = (cause: string) => ({ kind: 'unknown', cause });
const final = (outcome: string) => ({ kind: 'final', report: { providerReference: 'ord-1', outcome } });
const declined = (soft: boolean) => ({ kind: 'declined', soft, report: { outcome: 'declined' } });

const submitRows: readonly (readonly [string, Exchange, object])[] = [
  ['never sent', neverSent, { kind: 'notSent', detail: 'ECONNREFUSED' }],
  ['no answer', timeout, unknown('timeout')],
  ['connection cut', cut, unknown('communication')],
  ['no HTTP', oversized, unknown('unreadable')],
  ['201 waiting', answered(201, charge), { kind: 'accepted', providerId: 'ch_1', challenge: redirect }],
  [
    '201 working',
    answered(201, { ...charge, state: 'PROCESSING', next_step: undefined }),
    { kind: 'accepted' },
  ],
  ['201 with a state of tomorrow', answered(201, { ...charge, state: 'REVERSED' }), { kind: 'accepted' }],
  ['201 captured', answered(201, captured), final('success')],
  ['201 fault', answered(201, { ...charge, state: 'FAULT' }), final('error')],
  ['201 lapsed', answered(201, { ...charge, state: 'LAPSED' }), final('expired')],
  ['201 abandoned', answered(201, { ...charge, state: 'ABANDONED' }), final('cancelled')],
  ['201 refused', answered(201, refused), declined(false)],
  ['402 refused', answered(402, refused), declined(false)],
  ['402 refused softly', answered(402, { ...refused, retry_elsewhere: true }), declined(true)],
  ['402 but captured', answered(402, captured), unknown('unreadable')],
  ['402 but waiting', answered(402, charge), unknown('unreadable')],
  ['201 for another order', answered(201, { ...captured, order: 'ord-2' }), unknown('unreadable')],
  ['201 captured without amount', answered(201, { ...charge, state: 'CAPTURED' }), unknown('unreadable')],
  [
    '201 with an unreadable step',
    answered(201, { ...charge, next_step: { kind: 'x' } }),
    unknown('unreadable'),
  ],
  [
    '201 that sends the customer to no web page',
    answered(201, { ...charge, next_step: { kind: 'visit', url: 'javascript:alert(1)' } }),
    unknown('unreadable'),
  ],
  [
    '201 that sends the customer to an address with a user name',
    answered(201, { ...charge, next_step: { kind: 'visit', url: 'https://bank@elsewhere' } }),
    unknown('unreadable'),
  ],
  ['409 closed by our cancel', answered(409, { fault: 'ORDER_CLOSED' }), final('error')],
  ['201 without state', answered(201, { ...charge, state: undefined }), unknown('unreadable')],
  ['201 no JSON', answered(201, undefined), unknown('unreadable')],
  ['201 null', answered(201, null), unknown('unreadable')],
  ['200 captured', answered(200, captured), unknown('unreadable')],
  ['307', answered(307, undefined), unknown('unreadable')],
  ['400', answered(400, { fault: 'INVALID_FIELD' }), unknown('unreadable')],
  ['401 not authenticated', answered(401, { fault: 'NOT_AUTHENTICATED' }), final('error')],
  ['401 of a proxy', answered(401, undefined), unknown('unreadable')],
  ['404', answered(404, { fault: 'UNKNOWN_ORDER' }), unknown('unreadable')],
  ['409 order exists', answered(409, { fault: 'ORDER_EXISTS' }), unknown('unreadable')],
  ['422 of tomorrow', answered(422, { fault: 'SOMETHING_NEW' }), unknown('unreadable')],
  ['429', answered(429, undefined), unknown('unreadable')],
  ['500', answered(500, { fault: 'INTERNAL' }), unknown('communication')],
  ['502 with a charge', answered(502, captured), unknown('communication')],
  ['503 with a refusal', answered(503, { fault: 'INVALID_FIELD' }), unknown('communication')],
];

describe('the create call: explicit evidence only', () => {
  it.each(submitRows)('%s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, 'ord-1', readCharge)).toMatchObject(expected);
  });

  it.each(
    Object.entries(refusals).flatMap(([status, faults]) => faults.map((fault) => [status, fault] as const)),
  )('%s %s: the provider has no charge, for good', (status, fault) => {
    expect(translateSubmit(answered(Number(status), { fault }), 'ord-1', readCharge)).toEqual({
      kind: 'final',
      report: { providerReference: 'ord-1', outcome: 'error', reason: fault },
    });
  });
});

const found = (outcome: string) => ({ kind: 'found', report: { providerReference: 'ord-1', outcome } });
const noAnswer = (cause: string) => ({ kind: 'noAnswer', cause });

const lookupRows: readonly (readonly [string, Exchange, object])[] = [
  ['never sent', neverSent, noAnswer('communication')],
  ['no answer', timeout, noAnswer('timeout')],
  ['connection cut', cut, noAnswer('communication')],
  ['no HTTP', oversized, noAnswer('unreadable')],
  ['200 waiting', answered(200, charge), { ...found('open'), challenge: redirect }],
  ['200 captured', answered(200, captured), found('success')],
  ['200 refused', answered(200, refused), found('declined')],
  ['404 unknown order', answered(404, { fault: 'UNKNOWN_ORDER' }), { kind: 'notFound' }],
  ['404 of a proxy', answered(404, undefined), noAnswer('unreadable')],
  ['200 unknown order', answered(200, { fault: 'UNKNOWN_ORDER' }), noAnswer('unreadable')],
  ['401', answered(401, { fault: 'NOT_AUTHENTICATED' }), noAnswer('unreadable')],
  ['200 for another order', answered(200, { ...captured, order: 'ord-2' }), noAnswer('unreadable')],
  ['200 no JSON', answered(200, undefined), noAnswer('unreadable')],
  ['500 unknown order', answered(500, { fault: 'UNKNOWN_ORDER' }), noAnswer('communication')],
];

describe('look-up and cancel', () => {
  it.each(lookupRows)('%s', (_row, exchange, expected) => {
    expect(translateLookup(exchange, 'ord-1', readCharge)).toMatchObject(expected);
  });
});

function reportOf(fields: object) {
  return readCharge({ ...captured, ...fields })?.report;
}

describe('the provider’s states', () => {
  it.each(Object.entries(outcomes))('%s is %s', (state, outcome) => {
    expect(reportOf({ state })?.outcome).toBe(outcome);
  });

  it.each(['AWAITING_PAYER', 'PROCESSING', 'captured', '', 'constructor'])('%s is open', (state) => {
    expect(reportOf({ state })?.outcome).toBe('open');
  });

  it('the amount is what was taken, not what was asked for', () => {
    expect(reportOf({ captured_value: '110.10', iso: 'BRL' })).toMatchObject({
      amount: '110.10',
      currency: 'BRL',
    });
  });

  it.each([10.1, '10,10', '-1', ''])('a captured amount of %s is unreadable', (captured_value) => {
    expect(readCharge({ ...captured, captured_value })).toBeUndefined();
  });

  it('a reason in free text is not kept', () => {
    expect(reportOf({ reason: 'Ms Example has no money' })).not.toHaveProperty('reason');
  });
});

describe('every step of the provider becomes one of our challenges', () => {
  const page = 'http://bank/instructions/ord-1';
  const instructionsUrl = page;
  it.each([
    [
      { kind: 'visit', url: 'https://u' },
      { type: 'redirect', url: 'https://u' },
    ],
    [
      { kind: 'dial', code: '*1#', page },
      { type: 'ussd', code: '*1#', instructionsUrl },
    ],
    [
      { kind: 'scan', payload: 'p', page },
      { type: 'qr', payload: 'p', instructionsUrl },
    ],
    [
      { kind: 'entity', entity: '1', number: '2', page },
      { type: 'multibanco', entity: '1', reference: '2', instructionsUrl },
    ],
    [
      { kind: 'slip', number: '1', pay_by: 'd', page },
      { type: 'voucher', number: '1', payBy: 'd', instructionsUrl },
    ],
    [
      { kind: 'transfer', clabe: '1', page },
      { type: 'bank_transfer_mexico', clabe: '1', instructionsUrl },
    ],
  ])('%o', (next_step, challenge) => {
    expect(readCharge({ ...charge, next_step })?.nextStep).toEqual({ kind: 'read', challenge });
    expect(readCharge({ ...charge, next_step: { kind: next_step.kind } })?.nextStep.kind).toBe('unreadable');
  });
});

it('a page of instructions that is no web page is left out', () => {
  const next_step = { kind: 'dial', code: '*1#', page: 'javascript:alert(1)' };
  expect(readCharge({ ...charge, next_step })?.nextStep).toEqual({
    kind: 'read',
    challenge: { type: 'ussd', code: '*1#' },
  });
});

const refusedWith = (fault: string) =>
  translateSubmit({ kind: 'answered', status: 422, body: { fault } }, 'id-1', readCharge);

describe('a refusal to open a charge', () => {
  it.each([
    ['h2h', 'cardNotRegistered'],
    ['hpp', 'fillingDataRefused'],
  ] as const)('for the card of an %s payment is named: %s', (style, cause) => {
    expect(nameRefusal(style, refusedWith('INVALID_CARD'))).toEqual({
      kind: 'final',
      report: { providerReference: 'id-1', outcome: 'error', reason: 'INVALID_CARD', cause },
    });
  });

  it.each([
    [['success', 'http_500'], 'extra.meta.sandbox names no scenario. There are: http_500, refused, success'],
    [['success', '4242424242424242'], undefined],
    [['success', 'Ms Example'], undefined],
    [[], undefined],
    ['success', undefined],
    [undefined, undefined],
  ])('for its scenario names those of %j, if they are plain words: %s', (scenarios, explanation) => {
    const body = { fault: 'UNKNOWN_SCENARIO', scenarios };
    const result = translateSubmit({ kind: 'answered', status: 422, body }, 'id-1', readCharge);
    expect(result.kind === 'final' && result.report.explanation).toBe(explanation);
  });

  it('for anything else explains nothing, whatever it says', () => {
    const body = { fault: 'INVALID_FIELD', scenarios: ['success'], explanation: 'Ms Example' };
    const result = translateSubmit({ kind: 'answered', status: 422, body }, 'id-1', readCharge);
    expect(result).toMatchObject({ kind: 'final' });
    expect(result.kind === 'final' && result.report).not.toHaveProperty('explanation');
  });

  it('for anything else has no name of its own', () => {
    const result = refusedWith('INVALID_FIELD');
    expect(result).toMatchObject({ kind: 'final', report: { outcome: 'error' } });
    expect(nameRefusal('h2h', result)).toBe(result);
  });
});
