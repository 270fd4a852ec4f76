import { describe, expect, it } from 'vitest';
import type { Run } from '../chaos/chaos-run.js';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence } from '../chaos/gather-evidence.js';
import type { Operation } from '../chaos/operation-log.js';
import type { WordSeen } from '../chaos/read-words.js';
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
  withEvidence,
} from '../witnesses/clean-chaos-run.js';

/** Goal: a chaos run can be red. Method: one clean run, and for each rule the smallest change that breaks it. */
const other = '01a1fe68-0000-7000-8000-000000000002';

const withAnswers = (...answers: readonly Operation['answer'][]): Run => ({
  ...clean,
  operations: answers.map((answer) => ({ ...accepted, answer })),
});
const refusal = { status: 400, code: 108, identifier: undefined, requestId: undefined };

const [attempt] = cleanEvidence.attempts;
const neverSent = { identifier: id, n: 1, provider: 'sandbox', over_at: null, ...attempt, state: 'not_sent' };
const inReview: WordSeen = { where: 'review', order: `${id}-1`, outcome: 'success', tells: true };

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
  ['the same content is never taken for another', withAnswers(undefined, refusal)],
  ['a changed body gets 108', { ...clean, operations: [accepted, { ...accepted, kind: 'changed' }] }],
  [
    'every accepted transaction becomes final in time',
    withEvidence({ transactions: [{ ...transaction, status: 'pending' }], openWorkflows: [id] }),
  ],
  ['final exactly once', withEvidence({ history: [...cleanEvidence.history, ...cleanEvidence.history] })],
  ['a final state never changes', { ...clean, seenFinals: new Map([['ref-1', ['declined', 'success']]]) }],
  [
    'at most one successful charge, credit or refund',
    withEvidence({ orders: [charge, { ...charge, order: `${id}-2` }] }),
  ],
  ["our state is the provider's truth", withEvidence({ orders: [] })],
  ["our state is the provider's truth", withEvidence({ orders: [{ ...charge, moved: '110.1' }] })],
  ["our state is the provider's truth", withEvidence({ orders: [{ ...charge, end: undefined }] })],
  [
    'no charge, credit or refund without its transaction',
    withEvidence({ orders: [charge, { ...charge, identifier: other, order: `${other}-1` }] }),
  ],
  ['every final state has its one event', withEvidence({ events: [] })],
  [
    'every callback is delivered',
    withEvidence({ events: [{ ...event, state: 'pending' }], openWorkflows: [id] }),
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
  ['what we hold as never sent never arrives', withEvidence({ attempts: [neverSent] })],
  [
    'what we hold as never sent never arrives',
    withEvidence({
      attempts: [neverSent],
      orders: [{ ...charge, openedAt: new Date('2026-01-01T12:00:06Z') }],
      words: [inReview],
    }),
  ],
  ['no orphan', withEvidence({ openWorkflows: [id] })],
  ['no orphan', withEvidence({ recoveries: [id] })],
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

    it('an order that its provider denied while having it is accepted if operators had a review of it', () => {
      const attempts = [neverSent];
      const never = 'what we hold as never sent never arrives';
      expect(rulesWith({ attempts, words: [told] })).not.toContain(never);
      expect(rulesWith({ attempts, words: [{ ...told, tells: false }] })).toContain(never);
    });

    it('is accepted if operators had a review of it', () => {
      expect(rulesWith({ words: [told] })).not.toContain(truth);
    });

    it.each([
      ['there was no review', cleanEvidence.words],
      ['the review was about an unknown outcome', [{ ...told, tells: false }]],
      ['the review was about another order', [...cleanEvidence.words, { ...told, order: `${id}-2` }]],
      ['the review named another outcome', [...cleanEvidence.words, { ...told, outcome: 'open' }]],
    ])('is absent when %s', (_what, words) => {
      expect(rulesWith({ words })).toContain(truth);
    });

    it('is never accepted where we say success', () => {
      const order = { ...charge, isPaid: false, moved: undefined, end: 'REFUSED' };
      const change = { transactions: [transaction], history: cleanEvidence.history, orders: [order] };
      expect(rulesWith({ ...change, words: [told] })).toContain(truth);
    });
  });

  it('ask that a merchant is served in time while others hang', () => {
    const measured = (p95Ms: number) => ({ samples: 40, p50Ms: p95Ms, p95Ms });
    const rulesWith = (before: number, during: number) =>
      checkInvariants({
        ...clean,
        service: { before: measured(before), during: measured(during), hung: 600 },
      }).map(({ invariant }) => invariant);
    expect(rulesWith(100, 300)).toEqual([]);
    expect(rulesWith(100, 301)).toEqual(['a merchant is served in time while others hang']);
    expect(rulesWith(8_000, 8_000)).toEqual(['a merchant is served in time while others hang']);
  });
});
