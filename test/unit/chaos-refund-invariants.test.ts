import { describe, expect, it } from 'vitest';
import type { Run } from '../chaos/chaos-run.js';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence, TransactionSeen } from '../chaos/gather-evidence.js';
import type { Operation } from '../chaos/operation-log.js';
import type { OrderSeen } from '../chaos/read-journal.js';
import {
  accepted,
  callback,
  callbackBody,
  charge,
  clean,
  cleanEvidence,
  event,
  id,
  transaction,
} from '../witnesses/clean-chaos-run.js';

/** Goal: a chaos run can be red for refunds. Method: one refund of a part, and for each rule a change that breaks it. */
const refundId = '01a1fe68-0000-7000-8000-000000000003';
const otherId = '01a1fe68-0000-7000-8000-000000000004';
const refund: TransactionSeen = {
  ...transaction,
  identifier: refundId,
  type: 'refund',
  reference: 'refund-1',
  amount: '4.00',
  payment: id,
  created_at: new Date('2026-01-01T12:01:00Z'),
  finished_at: new Date('2026-01-01T12:01:05Z'),
};
const paidBack: OrderSeen = {
  ...charge,
  kind: 'refund',
  identifier: refundId,
  order: `${refundId}-1`,
  end: 'PAID_BACK',
  moved: '4.00',
  of: `${id}-1`,
  isOnHold: false,
  hasComeBack: false,
};
const refundBody = { ...callbackBody, event_id: 'evt_2', identifier: refundId };
const refundEvent = {
  ...event,
  event_id: 'evt_2',
  identifier: refundId,
  body: JSON.stringify(refundBody),
  committed_in: '101',
};
const asked: Operation = {
  ...accepted,
  reference: 'refund-1',
  refund: { payment: 'ref-1', amount: '4.00', isPaid: true },
  invokedAt: Date.parse('2026-01-01T12:00:59Z'),
  endedAt: Date.parse('2026-01-01T12:01:01Z'),
  answer: { status: 200, code: 0, identifier: refundId, requestId: 'request-1' },
};
const word = { where: 'inbox', order: `${refundId}-1`, outcome: 'success', tells: false } as const;
const evidence: Evidence = {
  ...cleanEvidence,
  transactions: [transaction, refund],
  attempts: [
    ...cleanEvidence.attempts,
    { identifier: refundId, n: 1, state: 'final', provider: 'sandbox', over_at: null },
  ],
  history: [
    ...cleanEvidence.history,
    ...['pending', 'success'].map((status) => ({ identifier: refundId, status })),
  ],
  events: [event, refundEvent],
  orders: [charge, paidBack],
  givenBack: [{ charge: `${id}-1`, amount: 4 }],
  words: [...cleanEvidence.words, word],
  callbacks: [callback, { ...callback, eventId: 'evt_2', body: refundBody }],
};
const operations = [accepted, asked];
const withRefund = (change: Partial<Evidence>, calls: readonly Operation[] = operations): Run => ({
  ...clean,
  operations: calls,
  evidence: { ...evidence, ...change },
});
const rulesOf = (run: Run) => checkInvariants(run).map(({ invariant }) => invariant);

/** A further refund that is known to have ended, so that only sums can be wrong. */
const another = (amount: string, change: Partial<TransactionSeen> = {}): TransactionSeen => ({
  ...refund,
  identifier: otherId,
  reference: 'refund-2',
  amount,
  ...change,
});
const refused = (code: number, change: Partial<Operation['refund']> = {}): Operation => ({
  ...asked,
  reference: 'refund-3',
  refund: { payment: 'ref-1', amount: '6.11', isPaid: true, ...change },
  answer: { status: 400, code, identifier: undefined, requestId: undefined },
});
const cancelled = (state: string): Operation => ({
  ...asked,
  kind: 'cancel',
  answer: { status: 200, code: 0, identifier: refundId, requestId: 'request-1', state },
});
const open: Partial<TransactionSeen> = { status: 'pending', finished: false, finished_at: null };
const unknown: Partial<Evidence> = {
  transactions: [transaction, { ...refund, ...open }],
  attempts: [
    ...cleanEvidence.attempts,
    { identifier: refundId, n: 1, state: 'unknown', provider: 'sandbox', over_at: null },
  ],
  history: [...cleanEvidence.history, { identifier: refundId, status: 'pending' }],
  events: [event],
  callbacks: [callback],
  orders: [charge],
  givenBack: [],
  words: cleanEvidence.words,
  openWorkflows: [refundId],
  recoveries: [refundId],
  reviews: [{ identifier: refundId, cause: 'no progress for too long' }],
};

const reason = 'a refund is refused for a reason';
const sums = 'no more goes back of a payment than was paid and came back';
const broken: readonly (readonly [rule: string, run: Run])[] = [
  [
    'at most one successful charge, credit or refund',
    withRefund({ orders: [charge, paidBack, { ...paidBack, order: `${refundId}-2` }] }),
  ],
  [
    'no charge, credit or refund without its transaction',
    withRefund({ orders: [charge, paidBack, { ...paidBack, identifier: otherId, order: `${otherId}-1` }] }),
  ],
  ["our state is the provider's truth", withRefund({ orders: [charge, { ...paidBack, moved: '5.00' }] })],
  [
    "our state is the provider's truth",
    withRefund({ transactions: [transaction, { ...refund, status: 'declined' }] }),
  ],
  ['a refund never expires', withRefund({ transactions: [transaction, { ...refund, status: 'expired' }] })],
  [
    "a refund that was sent ends by the provider's word",
    withRefund({ transactions: [transaction, { ...refund, status: 'error' }], orders: [charge] }),
  ],
  [sums, withRefund({ givenBack: [4, 6.11].map((amount) => ({ charge: `${id}-1`, amount })) })],
  // What comes back later does not make it right.
  [sums, withRefund({ givenBack: [10.1, 0.01, -10.1].map((amount) => ({ charge: `${id}-1`, amount })) })],
  [sums, withRefund({ orders: [{ ...charge, moved: undefined }, paidBack] })],
  [
    'refunds that count are never more than was paid',
    withRefund({ transactions: [transaction, refund, another('6.11')] }),
  ],
  [
    'refunds that count are never more than was paid',
    withRefund({ transactions: [transaction, refund, another('6.11', open)] }),
  ],
  [
    'no refund is sent for which the provider has too little of its payment',
    withRefund({ words: [...evidence.words, { ...word, where: 'attempt', reason: 'MORE_THAN_LEFT' }] }),
  ],
  [
    'a refund gives back its own payment where that was paid',
    withRefund({ orders: [charge, { ...paidBack, account: 'acct_second' }] }),
  ],
  [
    'a refund gives back its own payment where that was paid',
    withRefund({ transactions: [transaction, { ...refund, payment: otherId }] }),
  ],
  [
    "a payment's event comes before its refunds'",
    withRefund({ events: [event, { ...refundEvent, committed_in: '99' }] }),
  ],
  ['a confirmed cancel has ended the refund', withRefund({}, [...operations, cancelled('pending')])],
  [reason, withRefund({}, [...operations, refused(1132, { amount: '6.10' })])],
  [reason, withRefund({}, [...operations, refused(1132, { amount: undefined })])],
  [reason, withRefund({}, [...operations, refused(30)])],
  [reason, withRefund({}, [...operations, refused(1054)])],
  // What its own reference holds is no reason.
  [reason, withRefund({}, [...operations, { ...refused(1132, { amount: '8.00' }), reference: 'refund-1' }])],
  ['what stays unknown is in review', withRefund({ ...unknown, reviews: [] })],
  [
    'every accepted transaction becomes final in time',
    withRefund({
      ...unknown,
      orders: [charge, { ...paidBack, end: undefined, isPaid: false, moved: undefined }],
    }),
  ],
  ["every final word of the provider's is recorded", withRefund({ words: cleanEvidence.words })],
];

describe('the invariants of refunds', () => {
  it('hold for a payment of which a part is given back', () => {
    expect(checkInvariants(withRefund({}))).toEqual([]);
  });

  it('hold for a refund whose outcome is unknown, and for one that waits for it', () => {
    const waiting = { ...another('1.00', open), is_waiting: true };
    const history = [...(unknown.history ?? []), { identifier: otherId, status: 'pending' }];
    const two = { ...unknown, history, openWorkflows: [refundId, otherId] };
    expect(checkInvariants(withRefund(unknown))).toEqual([]);
    expect(rulesOf(withRefund({ ...two, transactions: [...(unknown.transactions ?? []), waiting] }))).toEqual(
      [],
    );
    const idle = { ...waiting, is_waiting: false };
    expect(rulesOf(withRefund({ ...two, transactions: [...(unknown.transactions ?? []), idle] }))).toEqual([
      'every accepted transaction becomes final in time',
    ]);
  });

  it('let a refund stay open that waits for a person at the provider', () => {
    const orders = [charge, { ...paidBack, end: undefined, isPaid: false, moved: undefined, isOnHold: true }];
    const reviews = [{ identifier: refundId, cause: 'awaits approval at the provider' }];
    expect(checkInvariants(withRefund({ ...unknown, orders, reviews }))).toEqual([]);
    expect(rulesOf(withRefund({ ...unknown, orders, reviews: [] }))).toContain(
      'what stays unknown is in review',
    );
  });

  it('let a refund be declined that the provider refused to open', () => {
    const { reviews, openWorkflows, recoveries } = cleanEvidence;
    const body = { ...refundBody, status: 'declined' };
    const run = withRefund({
      ...unknown,
      transactions: [transaction, { ...refund, status: 'declined' }],
      attempts: evidence.attempts,
      history: [...(unknown.history ?? []), { identifier: refundId, status: 'declined' }],
      words: [...cleanEvidence.words, { ...word, where: 'attempt', outcome: 'declined' }],
      events: [event, { ...refundEvent, body: JSON.stringify(body) }],
      callbacks: [callback, { ...callback, eventId: 'evt_2', body }],
      reviews,
      openWorkflows,
      recoveries,
    });
    expect(checkInvariants(run)).toEqual([]);
  });

  it.each([
    ['others held the rest', refused(1132)],
    ['the payment was not known as paid', refused(30, { isPaid: false })],
    ['the payment was not known', refused(35, { isPaid: false })],
  ])('let a refund be refused because %s', (_why, operation) => {
    expect(checkInvariants(withRefund({}, [...operations, operation]))).toEqual([]);
  });

  it('accept a cancel that finds the refund ended', () => {
    expect(checkInvariants(withRefund({}, [...operations, cancelled('success')]))).toEqual([]);
  });

  it.each(broken)('%s', (rule, run) => {
    expect(rulesOf(run)).toContain(rule);
  });
});
