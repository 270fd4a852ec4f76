import type { Run } from '../chaos/chaos-run.js';
import type { Evidence } from '../chaos/gather-evidence.js';
import type { Operation } from '../chaos/operation-log.js';

/** A chaos run of one payment in which every rule holds. */
export const id = '01a1fe68-0000-7000-8000-000000000001';
export const callbackBody = { event_id: 'evt_1', identifier: id, status: 'success' };

export const cleanEvidence: Evidence = {
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
      milliseconds: 900,
      has_choice: false,
      bank_code: null,
      payment: null,
      is_waiting: false,
      created_at: new Date('2026-01-01T12:00:00Z'),
      finished_at: new Date('2026-01-01T12:00:05Z'),
    },
  ],
  attempts: [
    { identifier: id, n: 1, state: 'final', provider: 'sandbox', over_at: new Date('2026-01-01T12:00:05Z') },
  ],
  history: ['pending', 'success'].map((status) => ({ identifier: id, status })),
  events: [
    {
      event_id: 'evt_1',
      identifier: id,
      body: JSON.stringify(callbackBody),
      state: 'delivered',
      committed_in: '100',
      reversal_id: null,
    },
  ],
  reviews: [],
  recoveries: [],
  hastyEnds: [],
  unheard: [],
  cardsInVault: 0,
  bookDifferences: [],
  orders: [
    {
      kind: 'charge',
      identifier: id,
      account: 'acct_demo',
      order: `${id}-1`,
      openedAt: new Date('2026-01-01T12:00:00Z'),
      end: 'CAPTURED',
      isPaid: true,
      moved: '10.1',
      bank: undefined,
    },
  ],
  corrections: [],
  reversals: [],
  reversalReviews: [],
  givenBack: [],
  words: [{ where: 'inbox', order: `${id}-1`, outcome: 'success', tells: false }],
  callbacks: [{ valid: true, eventId: 'evt_1', digest: 'SHA-256=a', body: callbackBody }],
  openWorkflows: [],
};
export const accepted: Operation = {
  reference: 'ref-1',
  kind: 'create',
  burst: 0,
  invokedAt: 0,
  endedAt: 1,
  answer: { status: 200, code: 0, identifier: id, requestId: 'request-1' },
};
export const clean: Run = {
  operations: [accepted],
  seenFinals: new Map([['ref-1', ['success']]]),
  evidence: cleanEvidence,
  canaries: [],
};
const [onlyTransaction] = cleanEvidence.transactions;
const [onlyCharge] = cleanEvidence.orders;
const [onlyCallback] = cleanEvidence.callbacks;
const [onlyEvent] = cleanEvidence.events;
if (!onlyTransaction || !onlyCharge || !onlyCallback || !onlyEvent) {
  throw new Error('the clean run has one of each');
}
export const transaction = onlyTransaction;
export const charge = onlyCharge;
export const callback = onlyCallback;
export const event = onlyEvent;

export const withEvidence = (change: Partial<Evidence>): Run => ({
  ...clean,
  evidence: { ...cleanEvidence, ...change },
});
