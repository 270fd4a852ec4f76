import { describe, expect, it } from 'vitest';
import type { Run } from '../chaos/chaos-run.js';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence, OrderSeen, TransactionSeen } from '../chaos/gather-evidence.js';
import type { WordSeen } from '../chaos/read-words.js';
import type { Operation } from '../chaos/operation-log.js';

/** Goal: a chaos run can be red. Method: one clean run, and for each rule the smallest change that breaks it. */
const id = '01a1fe68-0000-7000-8000-000000000001';
const other = '01a1fe68-0000-7000-8000-000000000002';
const callbackBody = { event_id: 'evt_1', identifier: id, status: 'success' };

const cleanEvidence: Evidence = {
  transactions: [
    {
      identifier: id,
      request_id: 'request-1',
      type: 'payment',
      reference: 'ref-1',
      status: 'success',
      amount: '10.1',
      callback_url: 'http://localhost/callbacks',
      finished: true,
      finished_at: new Date('2026-01-01T12:00:09Z'),
      milliseconds: 900,
      has_choice: false,
      bank_code: null,
    },
  ],
  attempts: [{ identifier: id, n: 1, state: 'final', provider: 'sandbox' }],
  history: ['pending', 'success'].map((status) => ({ identifier: id, status })),
  events: [{ event_id: 'evt_1', identifier: id, body: JSON.stringify(callbackBody), state: 'delivered' }],
  reviews: [],
  sweeps: [],
  hastyEnds: [],
  unheard: [],
  cardsInVault: 0,
  bookDifferences: [],
  orders: [
    {
      kind: 'charge',
      identifier: id,
      order: `${id}-1`,
      openedAt: new Date('2026-01-01T12:00:01Z'),
      end: 'CAPTURED',
      isPaid: true,
      moved: '10.1',
      bank: undefined,
    },
  ],
  words: [{ where: 'inbox', order: `${id}-1`, outcome: 'success', tells: false }],
  callbacks: [{ valid: true, eventId: 'evt_1', digest: 'SHA-256=a', body: callbackBody }],
  openFlows: [],
};
const accepted: Operation = {
  reference: 'ref-1',
  kind: 'create',
  burst: 0,
  invokedAt: 0,
  endedAt: 1,
  answer: { status: 200, code: 0, identifier: id, requestId: 'request-1' },
};
const clean: Run = {
  operations: [accepted],
  seenFinals: new Map([['ref-1', ['success']]]),
  evidence: cleanEvidence,
  canaries: [],
};
const [transaction] = cleanEvidence.transactions;
const [charge] = cleanEvidence.orders;
const [callback] = cleanEvidence.callbacks;
const [event] = cleanEvidence.events;
if (!transaction || !charge || !callback || !event) throw new Error('the clean run has one of each');

const withEvidence = (change: Partial<Evidence>): Run => ({
  ...clean,
  evidence: { ...cleanEvidence, ...change },
});
const withAnswers = (...answers: readonly Operation['answer'][]): Run => ({
  ...clean,
  operations: answers.map((answer) => ({ ...accepted, answer })),
});
const refusal = { status: 400, code: 108, identifier: undefined, requestId: undefined };

const broken: readonly (readonly [rule: string, run: Run])[] = [
  [
    'at most one transaction per reference',
    withEvidence({ transactions: [transaction, { ...transaction, identifier: other }] }),
  ],
  ['every accepted transaction exists', withEvidence({ transactions: [] })],
  [
    'every answer is about the one transaction that exists',
    withAnswers({ status: 200, code: 0, identifier: other, requestId: 'request-1' }),
  ],
  ['parallel duplicates: exactly one is accepted', withAnswers(accepted.answer, accepted.answer)],
  [
    'parallel duplicates: one identifier',
    withAnswers(accepted.answer, { status: 200, code: 0, identifier: other, requestId: 'request-1' }),
  ],
  ['every answer has the one body', withAnswers({ ...refusal, status: 503, code: Number.NaN })],
  ['a refusal leaves nothing behind', withAnswers({ ...refusal, status: 503, code: 200 })],
  ['a changed body gets 108', { ...clean, operations: [accepted, { ...accepted, kind: 'changed' }] }],
  [
    'every accepted transaction becomes final in time',
    withEvidence({ transactions: [{ ...transaction, status: 'pending' }], openFlows: [id] }),
  ],
  ['final exactly once', withEvidence({ history: [...cleanEvidence.history, ...cleanEvidence.history] })],
  ['a final state never changes', { ...clean, seenFinals: new Map([['ref-1', ['declined', 'success']]]) }],
  [
    'at most one successful charge or credit',
    withEvidence({ orders: [charge, { ...charge, order: `${id}-2` }] }),
  ],
  ["our state is the provider's truth", withEvidence({ orders: [] })],
  ["our state is the provider's truth", withEvidence({ orders: [{ ...charge, moved: '110.1' }] })],
  ["our state is the provider's truth", withEvidence({ orders: [{ ...charge, end: undefined }] })],
  [
    'no charge or credit without its transaction',
    withEvidence({ orders: [charge, { ...charge, identifier: other, order: `${other}-1` }] }),
  ],
  ['every final state has its one event', withEvidence({ events: [] })],
  [
    'every callback is delivered',
    withEvidence({ events: [{ ...event, state: 'pending' }], openFlows: [id] }),
  ],
  ['every callback is delivered', withEvidence({ callbacks: [] })],
  ['every callback carries both signatures', withEvidence({ callbacks: [{ ...callback, valid: false }] })],
  [
    'copies of a callback are equal byte for byte',
    withEvidence({ callbacks: [callback, { ...callback, digest: 'SHA-256=b' }] }),
  ],
  [
    'no callback contradicts the final state',
    withEvidence({ callbacks: [{ ...callback, body: { ...callbackBody, status: 'declined' } }] }),
  ],
  [
    'no callback before its state is committed',
    withEvidence({ callbacks: [callback, { ...callback, eventId: 'evt_2' }] }),
  ],
  ['no orphan', withEvidence({ transactions: [{ ...transaction, status: 'pending' }] })],
  ['no end without enough evidence', withEvidence({ hastyEnds: [id] })],
  ['everything heard is looked at', withEvidence({ unheard: [id] })],
  ["every final word of the provider's is recorded", withEvidence({ words: [] })],
  [
    "every final word of the provider's is recorded",
    withEvidence({ words: [{ where: 'look-up', order: `${id}-1`, outcome: 'open', tells: false }] }),
  ],
  [
    'nothing reaches a provider after its end',
    withEvidence({ orders: [{ ...charge, openedAt: new Date('2026-01-01T12:00:10Z') }] }),
  ],
  ['no orphan', withEvidence({ openFlows: [id] })],
  ['no orphan', withEvidence({ sweeps: [id] })],
  ['the card vault is empty', withEvidence({ cardsInVault: 1 })],
  ['card and beneficiary data are nowhere', { ...clean, canaries: ['logs/api.log'] }],
];

describe('the invariants of a chaos run', () => {
  it('hold for a clean run', () => {
    expect(checkInvariants(clean)).toEqual([]);
  });

  it.each(broken)('%s', (rule, run) => {
    expect(checkInvariants(run).map(({ invariant }) => invariant)).toContain(rule);
  });

  describe('a difference from the provider', () => {
    const rulesWith = (change: Partial<Evidence>) => {
      const ended = withEvidence({
        transactions: [{ ...transaction, status: 'expired' }],
        history: [{ identifier: id, status: 'expired' }],
        ...change,
      });
      return checkInvariants({ ...ended, seenFinals: new Map() }).map(({ invariant }) => invariant);
    };
    const truth = "our state is the provider's truth";
    const told: WordSeen = { where: 'review', order: `${id}-1`, outcome: 'success', tells: true };

    it('is accepted when operations were told of it', () => {
      expect(rulesWith({ words: [told] })).not.toContain(truth);
    });

    it.each([
      ['nobody was told', cleanEvidence.words],
      ['they were told that nobody knows', [{ ...told, tells: false }]],
      ['they were told of another order', [...cleanEvidence.words, { ...told, order: `${id}-2` }]],
      ['they were told something else of it', [...cleanEvidence.words, { ...told, outcome: 'open' }]],
    ])('is none when %s', (_what, words) => {
      expect(rulesWith({ words })).toContain(truth);
    });

    it('is never accepted where we say success', () => {
      const order = { ...charge, isPaid: false, moved: undefined, end: 'REFUSED' };
      const change = { transactions: [transaction], history: cleanEvidence.history, orders: [order] };
      expect(rulesWith({ ...change, words: [told] })).toContain(truth);
    });
  });

  it('ask that a merchant is served in time while others hang, and blame nobody for a slow machine', () => {
    const measured = (p95Ms: number) => ({ samples: 40, p95Ms });
    const rulesWith = (before: number, during: number, after: number) =>
      checkInvariants({
        ...clean,
        service: { before: measured(before), during: measured(during), after: measured(after), hung: 600 },
      }).map(({ invariant }) => invariant);
    expect(rulesWith(100, 301, 100)).toEqual(['a merchant is served in time while others hang']);
    expect(rulesWith(100, 301, 120)).toEqual([]);
  });
});

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
const open = { ...payout, status: 'pending', finished: false, finished_at: null } as const;
const unknown: Partial<Evidence> = {
  transactions: [open],
  attempts: [{ identifier: id, n: 1, state: 'unknown', provider: 'sandbox' }],
  history: [{ identifier: id, status: 'pending' }],
  orders: [],
  events: [],
  callbacks: [],
  openFlows: [id],
  sweeps: [id],
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
    'at most one successful charge or credit',
    withPayout({ orders: [credit, { ...credit, order: `${id}-2` }] }),
  ],
  ['no charge or credit without its transaction', withPayout({ orders: [{ ...credit, kind: 'charge' }] })],
  ['an accepted bank is never changed', withPayout({}, [accepted, chose, { ...chose, bankCode: '033' }])],
  ['an accepted bank is never changed', withPayout({ transactions: [{ ...payout, bank_code: null }] })],
  ['nobody but the merchant chooses a bank', withPayout({}, [accepted])],
  ['a payout goes to the bank that was chosen', withPayout({ orders: [{ ...credit, bank: '033' }] })],
  [
    'a payout goes to the bank that was chosen',
    withPayout({ transactions: [{ ...payout, has_choice: false, bank_code: null }] }, [
      { ...accepted, bankCode: '044' },
    ]),
  ],
  ['the books of money agree', withPayout({ bookDifferences: ['a balance is the sum of its entries'] })],
  ['what stays unknown is in review', { ...withPayout({ ...unknown, reviews: [] }), ...unseen }],
  ['no orphan', { ...withPayout({ ...unknown, openFlows: [] }), ...unseen }],
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
  it('hold for a clean run, and for a payout of which nobody knows the outcome', () => {
    expect(checkInvariants(paidOut)).toEqual([]);
    expect(checkInvariants({ ...withPayout(unknown), ...unseen })).toEqual([]);
  });

  it('let a payment stay unknown only at the provider that answers nobody', () => {
    const payment: TransactionSeen = {
      ...transaction,
      status: 'pending',
      finished: false,
      finished_at: null,
    };
    const attempt = { identifier: id, n: 1, state: 'unknown', provider: 'sandbox_closed' };
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
