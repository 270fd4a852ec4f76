import { JsonNumber } from '#domain/values/json';
import { describe, expect, it } from 'vitest';
import { bolivianBankCodes } from '#domain/methods/bolivian-banks';
import type { Exchange } from '../call-provider.js';
import type { PayoutOrder } from '../connector.js';
import {
  bolivianBanks,
  creditOutcomes,
  creditRequest,
  declineCauses,
  providerBank,
  readCredit,
} from './credits.js';
import { refusals, translateLookup, translateSubmit } from './translate-answers.js';

const order: PayoutOrder = {
  providerReference: 'ord-1',
  method: 'bank_transfer_bolivia',
  money: { amount: '10.10', currency: 'BOB' },
  customer: { identifier: 'c-1', first_name: 'Ana', last_name: 'Rojas' },
  requisites: { account_number: '1234567890', account_type: 'SAVINGS' },
  bankCode: '1',
  meta: { sandbox: 'success', sandbox_delay_ms: new JsonNumber('10') },
  callbackUrl: 'http://api.test/provider-callbacks/sandbox',
};

describe('our bank codes in the provider’s words (specification §2.10)', () => {
  it('every Bolivian code of the specification names one bank, and each another', () => {
    const banks = bolivianBankCodes.map((bankCode) => providerBank({ ...order, bankCode }));
    expect(banks.filter(({ kind }) => kind !== 'known')).toEqual([]);
    expect(new Set(banks.map((bank) => JSON.stringify(bank))).size).toBe(bolivianBankCodes.length);
    expect(Object.keys(bolivianBanks).toSorted()).toEqual(bolivianBankCodes.toSorted());
  });

  it.each(['4', 'BCO001', 'constructor', ''])('%s is no bank of the provider', (bankCode) => {
    expect(providerBank({ ...order, bankCode })).toEqual({ kind: 'missing' });
  });

  it('codes of other methods are the provider’s own, and some payouts have none', () => {
    const african = { ...order, method: 'bank_transfer_africa', bankCode: '058' };
    expect(providerBank(african)).toEqual({ kind: 'known', code: '058' });
    const { bankCode: _bankCode, ...pix } = { ...order, method: 'pix' };
    expect(providerBank(pix)).toEqual({ kind: 'none' });
  });
});

describe('the order that the provider receives', () => {
  it('is the order in its words', () => {
    expect(creditRequest(order, 'BCO001')).toMatchObject({
      order: 'ord-1',
      value: '10.10',
      iso: 'BOB',
      rail: 'BANK_TRANSFER_BOLIVIA',
      beneficiary: { bank: 'BCO001', account: '1234567890', account_kind: 'SAVINGS', holder: 'Ana Rojas' },
      simulate: { scenario: 'success', delay_ms: new JsonNumber('10') },
    });
  });

  it('includes the language of the customer', () => {
    expect(creditRequest({ ...order, locale: 'pt-BR' }, undefined)).toMatchObject({ language: 'pt-BR' });
  });

  it.each([
    [
      'the beneficiary of the requisites',
      { beneficiary_first_name: 'Eva', beneficiary_last_name: 'Paz' },
      'Eva Paz',
    ],
    ['the customer for what is not given', { beneficiary_last_name: 'Paz' }, 'Ana Paz'],
    ['the name of a Pix key', { name: 'Eva Paz Filho' }, 'Eva Paz Filho'],
  ])('names %s', (_who, requisites, holder) => {
    expect(creditRequest({ ...order, requisites }, undefined)).toMatchObject({ beneficiary: { holder } });
  });
});

const queued = { credit: 'cr_1', order: 'ord-1', state: 'QUEUED', value: '10.10', iso: 'NGN', bank: '058' };
const credited = { ...queued, state: 'CREDITED', credited_value: '10.10', reason: 'SENT' };
const refused = { ...queued, state: 'REFUSED', reason: 'ACCOUNT_CLOSED' };
const unserved = { ...queued, state: 'REFUSED', reason: 'BANK_NOT_SERVED' };

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}

const timeout = { kind: 'broken', cause: 'timeout', detail: 'd' } as const;
const cut = { kind: 'broken', cause: 'communication', detail: 'd' } as const;
const oversized = { kind: 'broken', cause: 'unreadable', detail: 'd' } as const;
const neverSent = { kind: 'neverSent', detail: 'ECONNREFUSED' } as const;

const unknown = (cause: string) => ({ kind: 'unknown', cause });
const final = (outcome: string) => ({ kind: 'final', report: { providerReference: 'ord-1', outcome } });
const bankNotSupported = { outcome: 'declined', cause: 'bankNotSupported' };

const submitRows: readonly (readonly [string, Exchange, object])[] = [
  ['never sent', neverSent, { kind: 'notSent', detail: 'ECONNREFUSED' }],
  ['no answer', timeout, unknown('timeout')],
  ['connection cut', cut, unknown('communication')],
  ['no HTTP', oversized, unknown('unreadable')],
  ['201 queued', answered(201, queued), { kind: 'accepted', providerId: 'cr_1' }],
  ['201 with a state of tomorrow', answered(201, { ...queued, state: 'ON_HOLD' }), { kind: 'accepted' }],
  ['201 credited', answered(201, credited), final('success')],
  ['201 fault', answered(201, { ...queued, state: 'FAULT' }), final('error')],
  ['201 refused', answered(201, refused), { kind: 'declined', soft: false }],
  ['402 refused', answered(402, refused), { kind: 'declined', soft: false }],
  [
    '402 refused, worth a try elsewhere',
    answered(402, { ...refused, retry_elsewhere: true }),
    { kind: 'declined', soft: false },
  ],
  ['402 bank not served', answered(402, unserved), { kind: 'declined', report: bankNotSupported }],
  ['402 but credited', answered(402, credited), unknown('unreadable')],
  ['402 but queued', answered(402, queued), unknown('unreadable')],
  ['201 for another order', answered(201, { ...credited, order: 'ord-2' }), unknown('unreadable')],
  ['201 credited without amount', answered(201, { ...queued, state: 'CREDITED' }), unknown('unreadable')],
  ['201 credited with a float', answered(201, { ...credited, credited_value: 10.1 }), unknown('unreadable')],
  ['201 without state', answered(201, { ...queued, state: undefined }), unknown('unreadable')],
  [
    '201 with a charge',
    answered(201, { ...credited, credit: undefined, charge: 'ch_1' }),
    unknown('unreadable'),
  ],
  ['201 no JSON', answered(201, undefined), unknown('unreadable')],
  ['200 credited', answered(200, credited), unknown('unreadable')],
  ['307', answered(307, undefined), unknown('unreadable')],
  ['401 not authenticated', answered(401, { fault: 'NOT_AUTHENTICATED' }), final('error')],
  ['401 of a proxy', answered(401, undefined), unknown('unreadable')],
  ['404', answered(404, { fault: 'UNKNOWN_ORDER' }), unknown('unreadable')],
  ['409 order exists', answered(409, { fault: 'ORDER_EXISTS' }), unknown('unreadable')],
  ['422 of tomorrow', answered(422, { fault: 'SOMETHING_NEW' }), unknown('unreadable')],
  ['500', answered(500, { fault: 'INTERNAL' }), unknown('communication')],
  ['502 with a credit', answered(502, credited), unknown('communication')],
  ['503 with a refusal', answered(503, { fault: 'INVALID_FIELD' }), unknown('communication')],
];

describe('sending a payout: explicit evidence only', () => {
  it.each(submitRows)('%s', (_row, exchange, expected) => {
    expect(translateSubmit(exchange, 'ord-1', readCredit)).toMatchObject(expected);
  });

  it.each(
    Object.entries(refusals).flatMap(([status, faults]) => faults.map((fault) => [status, fault] as const)),
  )('%s %s: the provider has no credit, for good', (status, fault) => {
    expect(translateSubmit(answered(Number(status), { fault }), 'ord-1', readCredit)).toEqual({
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
  ['200 queued', answered(200, queued), found('open')],
  ['200 credited', answered(200, credited), found('success')],
  ['200 refused', answered(200, refused), found('declined')],
  ['200 bank not served', answered(200, unserved), { kind: 'found', report: bankNotSupported }],
  ['200 returned', answered(200, { ...queued, state: 'RETURNED' }), found('declined')],
  ['404 unknown order', answered(404, { fault: 'UNKNOWN_ORDER' }), { kind: 'notFound' }],
  ['404 of a proxy', answered(404, undefined), noAnswer('unreadable')],
  ['401', answered(401, { fault: 'NOT_AUTHENTICATED' }), noAnswer('unreadable')],
  ['200 for another order', answered(200, { ...credited, order: 'ord-2' }), noAnswer('unreadable')],
  ['200 no JSON', answered(200, undefined), noAnswer('unreadable')],
  ['500 unknown order', answered(500, { fault: 'UNKNOWN_ORDER' }), noAnswer('communication')],
];

describe('looking a payout up', () => {
  it.each(lookupRows)('%s', (_row, exchange, expected) => {
    expect(translateLookup(exchange, 'ord-1', readCredit)).toMatchObject(expected);
  });
});

describe('the provider’s words', () => {
  it.each(Object.entries(creditOutcomes))('%s is %s', (state, outcome) => {
    expect(readCredit({ ...credited, state })?.report.outcome).toBe(outcome);
  });

  it.each(['QUEUED', 'credited', '', 'constructor'])('%s is open', (state) => {
    expect(readCredit({ ...credited, state })?.report.outcome).toBe('open');
  });

  it.each(Object.entries(declineCauses))('refused for %s is %s', (reason, cause) => {
    expect(readCredit({ ...refused, reason })?.report.cause).toBe(cause);
    expect(readCredit({ ...credited, reason })?.report).not.toHaveProperty('cause');
  });

  it('a reason in free text is not kept', () => {
    expect(readCredit({ ...refused, reason: 'Ms Example is unknown' })?.report).not.toHaveProperty('reason');
  });

  it('the amount is what was sent, not what was asked for', () => {
    expect(readCredit({ ...credited, credited_value: '110.10' })?.report).toMatchObject({
      amount: '110.10',
      currency: 'NGN',
    });
  });
});
