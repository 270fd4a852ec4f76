import { describe, expect, it } from 'vitest';
import { JsonNumber } from '#domain/values/json';
import type { Exchange } from '../call-provider.js';
import type { RefundOrder } from '../connector.js';
import { refundRefusals, translateRefund } from './refund-calls.js';
import {
  keepsNoReference,
  readOwnRefund,
  readRefund,
  readRefundList,
  referenceIn,
  refundOutcomes,
  refundRequest,
} from './refunds.js';
import { refusals, translateLookup } from './translate-answers.js';

const order: RefundOrder = {
  providerReference: 'ref-1',
  charge: { providerReference: 'pay-1', providerId: 'ch_1', money: { amount: '10', currency: 'EUR' } },
  method: 'ideal',
  money: { amount: '4.50', currency: 'EUR' },
  reason: 'duplicate',
  meta: { sandbox: 'success', sandbox_delay_ms: new JsonNumber('10') },
  callbackUrl: 'http://api.test/provider-callbacks/sandbox',
};
const at = (account: string) => ({
  provider: 'sandbox',
  mid: 'mid',
  baseUrl: 'http://bank.test',
  credentials: { account, secret: 's' },
});
const keeping = at('acct_demo');
const forgetful = at('acct_demo_list');

describe('the refund that the provider receives', () => {
  it('is the order in its words', () => {
    expect(refundRequest(order, keeping)).toEqual({
      order: 'ref-1',
      of: 'pay-1',
      value: '4.50',
      iso: 'EUR',
      motive: 'PAID_TWICE',
      memo: undefined,
      notify_url: order.callbackUrl,
      simulate: { scenario: 'success', delay_ms: new JsonNumber('10'), witness: undefined },
    });
  });

  it.each([
    ['requested_by_customer', 'CUSTOMER_WISH'],
    ['fraud', 'FRAUD'],
    ['other', 'OTHER'],
    ['duplicate', 'PAID_TWICE'],
    ['constructor', undefined],
  ])('has the reason %s as %s', (reason, motive) => {
    expect(refundRequest({ ...order, reason }, keeping).motive).toBe(motive);
  });

  it('has our reference for the witness and in the callback address alone, where the provider keeps none', () => {
    expect([keepsNoReference(keeping), keepsNoReference(forgetful)]).toEqual([false, true]);
    const request = refundRequest(order, forgetful);
    expect(request).toMatchObject({ order: undefined, simulate: { witness: 'ref-1' } });
    expect(referenceIn(String(request.notify_url))).toBe('ref-1');
  });

  it.each(['/provider-callbacks/sandbox', '/provider-callbacks/sandbox?refund=', '/x?other=1'])(
    '%s names no refund',
    (target) => {
      expect(referenceIn(target)).toBeUndefined();
    },
  );
});

const accepted = {
  refund: 'rf_1',
  order: 'ref-1',
  of: 'pay-1',
  state: 'ACCEPTED',
  value: '4.50',
  iso: 'EUR',
};
const paidBack = { ...accepted, state: 'PAID_BACK', paid_back_value: '4.50', reason: 'SENT_BACK' };
const refused = { ...accepted, state: 'REFUSED', reason: 'ACCOUNT_CLOSED' };
const onHold = { ...accepted, state: 'ON_HOLD' };

const answered = (status: number, body: unknown): Exchange => ({ kind: 'answered', status, body });
const timeout = { kind: 'broken', cause: 'timeout', detail: 'd' } as const;
const cut = { kind: 'broken', cause: 'communication', detail: 'd' } as const;
const neverSent = { kind: 'neverSent', detail: 'ECONNREFUSED' } as const;
const unknown = (cause: string) => ({ kind: 'unknown', cause });
const final = (outcome: string) => ({ kind: 'final', report: { providerReference: 'ref-1', outcome } });
const declined = { kind: 'declined', soft: false, report: { providerReference: 'ref-1' } };

const submitRows: readonly (readonly [string, Exchange, object])[] = [
  ['never sent', neverSent, { kind: 'notSent', detail: 'ECONNREFUSED' }],
  ['no answer', timeout, unknown('timeout')],
  ['connection cut', cut, unknown('communication')],
  ['201 accepted', answered(201, accepted), { kind: 'accepted', providerId: 'rf_1' }],
  [
    '201 on hold',
    answered(201, onHold),
    { kind: 'accepted', providerId: 'rf_1', report: { outcome: 'open', awaitsApproval: true } },
  ],
  ['201 with a state of tomorrow', answered(201, { ...accepted, state: 'SPLIT' }), { kind: 'accepted' }],
  ['201 paid back', answered(201, paidBack), final('success')],
  ['201 fault', answered(201, { ...accepted, state: 'FAULT' }), final('error')],
  ['402 refused', answered(402, refused), declined],
  ['402 but paid back', answered(402, paidBack), unknown('unreadable')],
  ['201 for another order', answered(201, { ...paidBack, order: 'ref-2' }), unknown('unreadable')],
  [
    '201 with a charge',
    answered(201, { ...paidBack, refund: undefined, charge: 'c' }),
    unknown('unreadable'),
  ],
  [
    '201 paid back without amount',
    answered(201, { ...paidBack, paid_back_value: undefined }),
    unknown('unreadable'),
  ],
  ['201 paid back with a float', answered(201, { ...paidBack, paid_back_value: 4.5 }), unknown('unreadable')],
  ['201 no JSON', answered(201, undefined), unknown('unreadable')],
  ['200 paid back', answered(200, paidBack), unknown('unreadable')],
  ['404', answered(404, { fault: 'UNKNOWN_CHARGE' }), unknown('unreadable')],
  ['409 order exists', answered(409, { fault: 'ORDER_EXISTS' }), unknown('unreadable')],
  ['409 of tomorrow', answered(409, { fault: 'TOO_LATE' }), unknown('unreadable')],
  ['500 with a refusal', answered(500, { fault: 'MORE_THAN_LEFT' }), unknown('communication')],
];

describe('sending a refund: explicit evidence only', () => {
  it.each(submitRows)('%s', (_row, exchange, expected) => {
    expect(translateRefund(exchange, 'ref-1', readRefund)).toMatchObject(expected);
  });

  it.each(refundRefusals)('409 %s: declined by the provider', (fault) => {
    expect(translateRefund(answered(409, { fault }), 'ref-1', readRefund)).toEqual({
      ...declined,
      report: { providerReference: 'ref-1', outcome: 'declined', reason: fault },
    });
  });

  it.each(
    Object.entries(refusals).flatMap(([status, faults]) => faults.map((fault) => [status, fault] as const)),
  )('%s %s: the provider has no refund, for good', (status, fault) => {
    expect(translateRefund(answered(Number(status), { fault }), 'ref-1', readRefund)).toMatchObject(
      final('error'),
    );
  });

  it.each<readonly [string, object, boolean]>([
    ['this charge and money', { value: '4.5' }, true],
    ['another charge', { of: 'pay-2' }, false],
    ['another amount', { value: '4.51' }, false],
    ['another currency', { iso: 'USD' }, false],
    ['no amount', { value: undefined }, false],
  ])('an answer without our reference about %s', (_what, fields, isOurs) => {
    const { order: _, ...nameless } = paidBack;
    const result = translateRefund(answered(201, { ...nameless, ...fields }), 'ref-1', readOwnRefund(order));
    expect(result).toMatchObject(isOurs ? final('success') : unknown('unreadable'));
  });
});

describe('looking a refund up', () => {
  it.each<readonly [string, Exchange, object]>([
    ['no answer', timeout, { kind: 'noAnswer', cause: 'timeout' }],
    ['200 accepted', answered(200, accepted), { kind: 'found', report: { outcome: 'open' } }],
    ['200 paid back', answered(200, paidBack), { kind: 'found', report: { outcome: 'success' } }],
    [
      '200 bounced',
      answered(200, { ...paidBack, state: 'BOUNCED' }),
      { kind: 'found', report: { outcome: 'declined', amount: '4.50', reason: 'BOUNCED' } },
    ],
    ['404 unknown order', answered(404, { fault: 'UNKNOWN_ORDER' }), { kind: 'notFound' }],
    ['404 of a proxy', answered(404, undefined), { kind: 'noAnswer', cause: 'unreadable' }],
    ['200 for another order', answered(200, { ...paidBack, order: 'ref-2' }), { kind: 'noAnswer' }],
    ['500 unknown order', answered(500, { fault: 'UNKNOWN_ORDER' }), { kind: 'noAnswer' }],
  ])('%s', (_row, exchange, expected) => {
    expect(translateLookup(exchange, 'ref-1', readRefund)).toMatchObject(expected);
  });

  it('tells what came back of it', () => {
    const bounce = { correction: 'co_1', kind: 'BOUNCE', value: '2', iso: 'EUR', cause: 'ACCOUNT_CLOSED' };
    const found = translateLookup(answered(200, { ...paidBack, corrections: [bounce] }), 'ref-1', readRefund);
    expect(found).toMatchObject({
      reversals: [{ kind: 'returned', providerReference: 'ref-1', key: 'co_1', amount: '2' }],
    });
  });
});

describe('the list of a charge’s refunds', () => {
  const entry = { refund: 'rf_1', value: '4.50', iso: 'EUR', opened_at: '2026-01-05T10:00:00.000Z' };
  const read = (refunds: unknown, of = 'pay-1') => readRefundList({ of, refunds }, 'pay-1');

  it('is read with ids, money and instants', () => {
    expect(read([entry])).toEqual([
      {
        providerId: 'rf_1',
        money: { amount: '4.50', currency: 'EUR' },
        madeAt: new Date('2026-01-05T10:00:00Z'),
        record: entry,
      },
    ]);
    expect(read([])).toEqual([]);
  });

  it.each<readonly [string, unknown, string]>([
    ['of another charge', [entry], 'pay-2'],
    ['that is none', undefined, 'pay-1'],
    ['with an entry without an id', [entry, { ...entry, refund: undefined }], 'pay-1'],
    ['with an entry without an amount', [entry, { ...entry, value: 4.5 }], 'pay-1'],
    ['with an entry without an instant', [entry, { ...entry, opened_at: 'yesterday' }], 'pay-1'],
  ])('%s is no list', (_what, refunds, of) => {
    expect(read(refunds, of)).toBeUndefined();
  });
});

describe('the provider’s words', () => {
  it.each(Object.entries(refundOutcomes))('%s is %s', (state, outcome) => {
    expect(readRefund({ ...paidBack, state })?.report.outcome).toBe(outcome);
  });

  it.each(['ACCEPTED', 'ON_HOLD', 'paid_back', '', 'constructor'])('%s is open', (state) => {
    expect(readRefund({ ...paidBack, state })?.report.outcome).toBe('open');
  });

  it('the amount is what was paid back, not what was asked for', () => {
    expect(readRefund({ ...paidBack, paid_back_value: '2.25' })?.report).toMatchObject({
      amount: '2.25',
      currency: 'EUR',
    });
  });

  it('a reason in free text is not kept', () => {
    expect(readRefund({ ...refused, reason: 'Ms Example moved' })?.report).not.toHaveProperty('reason');
  });
});
