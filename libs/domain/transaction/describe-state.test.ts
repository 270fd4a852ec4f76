import { describe, expect, it } from 'vitest';
import type { EventState } from '../delivery/event-states.js';
import { sayEvidence } from '../reviews/describe-review.js';
import { isAnswered, isResolvable } from '../reviews/next-step.js';
import { heldCauses, isHeldCause, reviewCauses } from '../reviews/review-causes.js';
import { describeFailedStep, describeState, type DescribedTransaction } from './describe-state.js';
import { openAttemptOf, stateOf, type Phase } from './state.js';
import { finalStatuses, isFinal, paysOut, transactionTypes, type TransactionType } from './status.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Known, Transaction } from './transaction.js';

/**
 * Goal: what operations staff read of a transaction is what is recorded of it, in every phase and under every review. Method:
 * rows in each phase, read as the worker reads them, and each statement of the text held against the rows.
 */
const start = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-01-01T00:05:00Z');
const later = new Date('2026-01-01T00:11:00Z');
const banks = ['058 GTBank', '044 Access Bank'].map((bank) => ({
  code: bank.slice(0, 3),
  name: bank.slice(4),
  country: 'NG',
}));

type Rows = Omit<Partial<Known>, 'transaction'> & { readonly transaction?: Partial<Transaction> };

/** The rows of each phase, by name. A phase that is missing here does not compile. */
const rowsIn: Readonly<Record<Phase, Readonly<Record<string, Rows>>>> = {
  awaitingInput: {
    'nothing chosen': { transaction: { submitDueAt: undefined } },
    'banks offered': { transaction: { submitDueAt: undefined, challenge: { type: 'bank_code', banks } } },
    'in turn': { transaction: { submitDueAt: undefined, waitsFor: 'other' } },
  },
  due: { 'before the first attempt': {}, 'after a failed one': { attempts: [sampleAttempt(1, 'not_sent')] } },
  waiting: { accepted: { attempts: [sampleAttempt(1, 'not_sent'), sampleAttempt(2, 'accepted')] } },
  unknown: {
    unanswered: { attempts: [sampleAttempt(1, 'unknown')] },
    'under way': { attempts: [sampleAttempt(1, 'sending')] },
  },
  final: Object.fromEntries(
    finalStatuses.map((status) => [
      status,
      { transaction: { status, finishedAt: start }, attempts: [sampleAttempt(1, 'final')] },
    ]),
  ),
};

const known = (type: TransactionType, { transaction, attempts = [] }: Rows): Known => ({
  transaction: sampleTransaction({ type, ...transaction }),
  attempts,
});

const cases = transactionTypes.flatMap((type) =>
  Object.entries(rowsIn).flatMap(([phase, rows]) =>
    Object.entries(rows).map(([name, row]) => [type, phase as Phase, name, known(type, row)] as const),
  ),
);

const review = (cause: string, id = '7') => ({ id, cause, said: `words about ${cause}` });

function describeRows(
  rows: Known,
  further: Partial<Omit<DescribedTransaction, 'state' | 'type'>> = {},
  at = now,
): string {
  const { attempts, ...state } = stateOf(rows, at);
  const { type, identifier } = rows.transaction;
  return describeState({ type, identifier, state, attempts, reviews: [], ...further }, at);
}

/** Each statement of the text is made exactly if the rows say so. */
function expectTruth(text: string, rows: Known, causes: readonly string[], at: Date): void {
  const { type, status, payableUntil } = rows.transaction;
  const state = stateOf(rows, at);
  const isOpen = openAttemptOf(rows) !== undefined;
  const isAnsweredNow = isOpen && causes.some(isAnswered);
  const statements: Readonly<Record<string, boolean>> = {
    [`**${status}**`]: true,
    'It has ended.': isFinal(status),
    "Waiting for the provider's callback": state.phase === 'waiting' && !isAnsweredNow,
    'did not answer clearly': state.phase === 'unknown' && !isAnsweredNow,
    'Its provider has answered': isAnsweredNow,
    'The customer can pay until':
      type === 'payment' && state.phase === 'waiting' && payableUntil > at && !isAnsweredNow,
    'Waiting for the merchant to choose the bank': state.awaits?.kind === 'bank',
    'Waiting for the customer to pay on the hosted page': state.awaits?.kind === 'page',
    'waits for a person to `approve` it': state.awaits?.kind === 'approval',
    'waits for its turn': state.awaits?.kind === 'turn',
    'about to be sent': state.phase === 'due',
    '**A person is needed**': causes.length > 0,
    [`Next: `]: causes.length > 0,
    '`resolve` the': isOpen && causes.some(isResolvable),
    '`approve` it, or': paysOut(type) && state.phase === 'awaitingInput' && causes.some(isHeldCause),
    'was approved': !isFinal(status) && state.phase !== 'awaitingInput' && causes.some(isHeldCause),
    'its review is still open':
      causes.length > 0 && (isFinal(status) || (state.phase !== 'awaitingInput' && causes.some(isHeldCause))),
  };
  for (const [statement, isTrue] of Object.entries(statements))
    expect(text.includes(statement), `"${statement}" in:\n${text}`).toBe(isTrue);
  const keepsMoney = paysOut(type) && !isFinal(status);
  expect(/reserved|held/i.test(text.replaceAll(/review \d+, .*/g, ''))).toBe(keepsMoney);
}

describe.each(cases)('a %s in phase %s, %s', (_type, phase, _name, rows) => {
  it('is described as it is recorded, before and after the end of its time', () => {
    expect(stateOf(rows, now).phase).toBe(phase);
    for (const at of [now, later]) expectTruth(describeRows(rows, {}, at), rows, [], at);
  });

  it.each(reviewCauses)('under the review "%s" says who is needed, for what, and the next step', (cause) => {
    const text = describeRows(rows, { reviews: [review(cause)] });
    expectTruth(text, rows, [cause], now);
    expect(text).toContain(`review 7, ${cause}: words about ${cause}.`);
    expect(text).toMatch(/Next: .*close the review in workflow `review\/id`/);
    expect(text).not.toMatch(/undefined|Next: then| {2}|\.\.|, \./);
    expect(describeRows(rows, { reviews: [] })).not.toContain('A person is needed');
  });

  it('says of an open review at the end of its workflow that it was open then, and where it is', () => {
    const text = describeRows(rows, { reviews: [review('wrong amount')], isLast: true });
    expect(text).toContain('**Still open when this workflow ended**: review 7, wrong amount');
    expect(text).not.toContain('A person is needed');
    for (const last of [text, describeRows(rows, { isLast: true })])
      expect(last).toContain('orkflow `review/id`');
  });
});

it('every cause has a next step of its own, and says what was said', () => {
  const report = { providerReference: 'id-1', outcome: 'success', amount: '199.9', currency: 'BRL' } as const;
  for (const cause of reviewCauses) {
    const said = sayEvidence(cause, report, { amount: '99.9', currency: 'BRL' });
    expect(said).toMatch(
      /^(the provider|a line of|the account|it is more|nothing has moved|refunds, chargebacks)/,
    );
  }
  const next = (cause: string) =>
    describeRows(known('payment', rowsIn.waiting['accepted'] ?? {}), { reviews: [review(cause)] });
  const byOthers = 'the newer build that raised it';
  expect(next('a cause of tomorrow')).toContain(byOthers);
  for (const cause of reviewCauses) expect(next(cause)).not.toContain(byOthers);
});

it('reads as a person would say it', () => {
  const report = { providerReference: 'id-2', outcome: 'success', amount: '199.9', currency: 'BRL' } as const;
  const said = sayEvidence('wrong amount', report, { amount: '99.9', currency: 'BRL' });
  const rows = known('payment', rowsIn.waiting['accepted'] ?? {});
  expect(describeRows(rows, { reviews: [{ id: '7', cause: 'wrong amount', said }] }).split('\n')).toEqual([
    '**pending** at provider **bank**. Its provider has answered, and the answer does not end it: a person has to decide.',
    '',
    '**A person is needed**: review 7, wrong amount: the provider says success of 199.9 BRL for attempt 2, asked for 99.9 BRL. Next: settle it with the provider, `resolve` the payment, then close the review in workflow `review/id`.',
    '',
    '- attempt 1: route **route-1**, MID **main**, provider **bank**: not sent',
    '- attempt 2: route **route-2**, MID **main**, provider **bank**: accepted',
  ]);
  const ended = known('payment', rowsIn.final['success'] ?? {});
  expect(describeRows(ended, { reviews: [{ id: '7', cause: 'wrong amount', said }] })).toContain(
    'asked for 99.9 BRL. The payment has ended as success; its review is still open. Next: settle it with the provider, then close the review in workflow `review/id`.',
  );
  const held = known('payout', rowsIn.awaitingInput['nothing chosen'] ?? {});
  expect(describeRows(held, { reviews: [review(heldCauses.payout)] })).toContain(
    'Held before it was sent, until 2026-01-01T00:10:00.000Z: it waits for a person to `approve` it. The funds are reserved.',
  );
  const choosing = known('payout', rowsIn.awaitingInput['banks offered'] ?? {});
  expect(describeRows(choosing)).toContain('Offered: 058 GTBank, 044 Access Bank. The funds are reserved.');
});

it('cuts long lists, and says how much is left out', () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ code: `${n}`, name: 'Bank', country: 'NG' }));
  const submitDueAt = undefined;
  const challenge = { type: 'bank_code', banks: many } as const;
  const rows = known('payout', { transaction: { submitDueAt, challenge } });
  expect(describeRows(rows)).toContain('9 Bank, and 2 more.');
  const reviews = Array.from({ length: 7 }, (_, n) => review('other attempt', `${n}`));
  const text = describeRows(rows, { reviews });
  expect(text.match(/A person is needed/g)).toHaveLength(5);
  expect(text).toContain('2 more reviews are open: workflow `review/id`.');
});

it('says that an open transaction is left when its reviews are closed', () => {
  const left = /A review of it was closed; the payment is still open/;
  for (const [, phase, , rows] of cases.filter(([type]) => type === 'payment'))
    expect(left.test(describeRows(rows, { wasReviewed: true }))).toBe(
      phase === 'waiting' || phase === 'unknown',
    );
});

it('says nothing of the state while a step fails, but which reviews are open', () => {
  const failed = 'The last step failed. It is tried again, and reads the recorded state first.';
  expect(describeFailedStep({ identifier: 'id', reviews: [] })).toBe(failed);
  expect(describeFailedStep({ identifier: 'id', reviews: [review('other attempt')] })).toBe(
    `${failed}\n\n**A person is needed**: review 7, other attempt: words about other attempt. Workflow \`review/id\` says what is left to do.`,
  );
});

it('shows a proposal until the end', () => {
  for (const [, phase, , rows] of cases)
    expect(describeRows(rows, { proposal: 'Proposed by eve' }).includes('Proposed by eve')).toBe(
      phase !== 'final',
    );
});

it('says of a state from an earlier build only what that build has recorded', () => {
  const state = { phase: 'awaitingInput', status: 'pending', until: now.toISOString() } as const;
  const text = describeState({ type: 'payout', identifier: 'id', state, attempts: [], reviews: [] }, start);
  expect(text).toBe(
    '**pending**. Nothing was sent yet: it waits for its input, until 2026-01-01T00:05:00.000Z. The funds are reserved.',
  );
});

const callbacks: Readonly<Record<EventState, RegExp>> = {
  pending: /It has ended\. Delivering the callback;/,
  delivered: /It has ended\. The merchant has accepted the callback\.$/,
  exhausted: /never accepted the callback, and it is no longer retried/,
  paused: /not delivered yet, because its endpoint is paused/,
  stopped: /answered 410/,
  none: /There is no callback for it/,
};

it.each(Object.entries(callbacks))('shows the state of the callback after the end: %s', (delivery, text) => {
  const rows = { ...known('payment', rowsIn.final['declined'] ?? {}), attempts: [] };
  expect(describeRows(rows, { delivery: delivery as EventState })).toMatch(text);
});
