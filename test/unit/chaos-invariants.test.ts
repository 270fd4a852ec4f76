import { describe, expect, it } from 'vitest';
import type { Run } from '../chaos/chaos-run.js';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence } from '../chaos/gather-evidence.js';
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
      reference: 'ref-1',
      status: 'success',
      amount: '10.1',
      callback_url: 'http://localhost/callbacks',
      milliseconds: 900,
    },
  ],
  attempts: [{ identifier: id, n: 1, state: 'final' }],
  history: ['pending', 'success'].map((status) => ({ identifier: id, status })),
  events: [{ event_id: 'evt_1', identifier: id, body: JSON.stringify(callbackBody), state: 'delivered' }],
  reviews: [],
  sweeps: [],
  hastyEnds: [],
  unheard: [],
  cardsInVault: 0,
  charges: [{ identifier: id, order: `${id}-1`, end: 'CAPTURED', captured: '10.1' }],
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
const [charge] = cleanEvidence.charges;
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
  ['every accepted payment exists', withEvidence({ transactions: [] })],
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
  ['at most one successful charge', withEvidence({ charges: [charge, { ...charge, order: `${id}-2` }] })],
  ["our state is the provider's truth", withEvidence({ charges: [] })],
  ["our state is the provider's truth", withEvidence({ charges: [{ ...charge, captured: '110.1' }] })],
  ["our state is the provider's truth", withEvidence({ charges: [{ ...charge, end: undefined }] })],
  [
    'no charge without a transaction',
    withEvidence({ charges: [charge, { ...charge, identifier: other, order: `${other}-1` }] }),
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
  ['no orphan', withEvidence({ openFlows: [id] })],
  ['no orphan', withEvidence({ sweeps: [id] })],
  ['the card vault is empty', withEvidence({ cardsInVault: 1 })],
  ['card data is nowhere', { ...clean, canaries: ['logs/api.log'] }],
];

describe('the invariants of a chaos run', () => {
  it('hold for a clean run', () => {
    expect(checkInvariants(clean)).toEqual([]);
  });

  it.each(broken)('%s', (rule, run) => {
    expect(checkInvariants(run).map(({ invariant }) => invariant)).toContain(rule);
  });

  it('accept a difference from the provider that operations were told of', () => {
    const reviewed = withEvidence({
      transactions: [{ ...transaction, status: 'expired' }],
      history: [{ identifier: id, status: 'expired' }],
      reviews: [{ identifier: id, cause: 'contradicts the final state' }],
    });
    const rules = checkInvariants({ ...reviewed, seenFinals: new Map() }).map(({ invariant }) => invariant);
    expect(rules).not.toContain("our state is the provider's truth");
  });
});
