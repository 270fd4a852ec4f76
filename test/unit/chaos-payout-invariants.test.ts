import { describe, expect, it } from 'vitest';
import type { Run } from '../chaos/chaos-run.js';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence, TransactionSeen } from '../chaos/gather-evidence.js';
import type { Operation } from '../chaos/operation-log.js';
import type { OrderSeen } from '../chaos/read-journal.js';
import {
  accepted,
  charge,
  clean,
  cleanEvidence,
  id,
  transaction,
  withEvidence,
} from '../witnesses/clean-chaos-run.js';

/** Goal: a chaos run can be red about payouts. Method: one clean payout, and for each rule a change that breaks it. */
const payout: TransactionSeen = {
  ...transaction,
  type: 'payout',
  status: 'success',
  has_choice: true,
  bank_code: '058',
};
const credit: OrderSeen = { ...charge, kind: 'credit', end: 'CREDITED', bank: '058' };
const chose: Operation = { ...accepted, kind: 'choose', bankCode: '058' };
const paidOut: Run = {
  ...clean,
  operations: [accepted, chose],
  evidence: { ...cleanEvidence, transactions: [payout], orders: [credit] },
};
const withPayout = (change: Partial<Evidence>, operations = paidOut.operations): Run => ({
  ...paidOut,
  operations,
  evidence: { ...paidOut.evidence, ...change },
});
const open = { ...payout, status: 'pending', finished: false } as const;
const unknown: Partial<Evidence> = {
  transactions: [open],
  attempts: [{ identifier: id, n: 1, state: 'unknown', provider: 'sandbox', over_at: null }],
  history: [{ identifier: id, status: 'pending' }],
  orders: [],
  events: [],
  callbacks: [],
  openWorkflows: [id],
  recoveries: [id],
  reviews: [{ identifier: id, cause: 'no progress for too long' }],
};
const unseen = { seenFinals: new Map<string, readonly string[]>() };

const brokenPayouts: readonly (readonly [rule: string, run: Run])[] = [
  ['a payout never expires', withPayout({ transactions: [{ ...payout, status: 'expired' }] })],
  [
    "a payout that was sent ends by the provider's word",
    withPayout({ transactions: [{ ...payout, status: 'error' }], orders: [] }),
  ],
  [
    "a payout that was sent ends by the provider's word",
    withPayout({
      transactions: [{ ...payout, status: 'declined' }],
      orders: [{ ...credit, end: undefined }],
    }),
  ],
  [
    "our state is the provider's truth",
    withPayout({ orders: [{ ...credit, end: 'REFUSED', isPaid: false }] }),
  ],
  [
    'at most one successful charge, credit or refund',
    withPayout({ orders: [credit, { ...credit, order: `${id}-2` }] }),
  ],
  [
    'no charge, credit or refund without its transaction',
    withPayout({ orders: [{ ...credit, kind: 'charge' }] }),
  ],
  ['an accepted bank is never changed', withPayout({}, [accepted, chose, { ...chose, bankCode: '033' }])],
  ['an accepted bank is never changed', withPayout({ transactions: [{ ...payout, bank_code: null }] })],
  ['only the merchant chooses a bank', withPayout({}, [accepted])],
  ['a payout goes to the bank that was chosen', withPayout({ orders: [{ ...credit, bank: '033' }] })],
  [
    'a payout goes to the bank that was chosen',
    withPayout({ transactions: [{ ...payout, has_choice: false, bank_code: null }] }, [
      { ...accepted, bankCode: '044' },
    ]),
  ],
  ['the books of money agree', withPayout({ bookDifferences: ['a balance is the sum of its entries'] })],
  [
    "the provider's statement agrees with the books",
    { ...paidOut, unreconciled: ['on no line: payout 100 NGN'] },
  ],
  ['what stays unknown is in review', { ...withPayout({ ...unknown, reviews: [] }), ...unseen }],
  ['no orphan', { ...withPayout({ ...unknown, openWorkflows: [] }), ...unseen }],
  [
    'every accepted transaction becomes final in time',
    { ...withPayout({ ...unknown, orders: [credit] }), ...unseen },
  ],
  ["our state is the provider's truth", { ...withPayout({ ...unknown, orders: [credit] }), ...unseen }],
  [
    'every accepted transaction becomes final in time',
    { ...withPayout({ ...unknown, attempts: [] }), ...unseen },
  ],
];

describe('the invariants of payouts', () => {
  it('hold for a clean run, and for a payout whose outcome is unknown', () => {
    expect(checkInvariants(paidOut)).toEqual([]);
    expect(checkInvariants({ ...withPayout(unknown), ...unseen })).toEqual([]);
  });

  it('let a payment stay unknown only at the provider that never answers', () => {
    const payment: TransactionSeen = {
      ...transaction,
      status: 'pending',
      finished: false,
    };
    const attempt = { identifier: id, n: 1, state: 'unknown', provider: 'sandbox_closed', over_at: null };
    const left = (provider: string): Run => ({
      ...withEvidence({ ...unknown, transactions: [payment], attempts: [{ ...attempt, provider }] }),
      ...unseen,
    });
    expect(checkInvariants(left('sandbox_closed'))).toEqual([]);
    expect(checkInvariants(left('sandbox')).map(({ invariant }) => invariant)).toContain(
      'every accepted transaction becomes final in time',
    );
  });

  it.each(brokenPayouts)('%s', (rule, run) => {
    expect(checkInvariants(run).map(({ invariant }) => invariant)).toContain(rule);
  });
});
