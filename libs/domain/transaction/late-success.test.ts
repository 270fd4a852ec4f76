import { describe, expect, it } from 'vitest';
import type { Moment } from './change.js';
import { afterReport } from './decide.js';
import { afterResolution } from './decide-end.js';
import { afterSuccessLookUp, isAnswered } from './late-success.js';
import type { LookUpSubject } from './look-ups.js';
import type { LookupResult, ProviderReport } from './report.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState, Transaction } from './transaction.js';

const endedAt = new Date('2026-01-01T00:00:40Z');
const dayMs = 86_400_000;
const waits = [dayMs, 30 * dayMs];

function known(
  fields: Partial<Transaction> = {},
  state: AttemptState = 'final',
  isSettled = true,
): LookUpSubject {
  const { plan, ...sample } = sampleTransaction({ status: 'success', finishedAt: endedAt, ...fields });
  const timing = { ...plan.timing, lateSuccessLookupsMs: waits };
  const transaction = { ...sample, plan: fields.plan ?? { ...plan, timing } };
  return { transaction, attempts: [sampleAttempt(1, state)], isSettled, notFoundAnswers: 0 };
}

const at = (laterMs: number): Moment => ({ now: new Date(endedAt.getTime() + laterMs), eventId: 'evt_1' });
const report = (fields: Partial<ProviderReport> = {}): ProviderReport => ({
  providerReference: 'id-1',
  outcome: 'success',
  amount: '10.1',
  currency: 'EUR',
  ...fields,
});
const said = (fields: Partial<ProviderReport> = {}, laterMs = dayMs, subject = known()) =>
  afterReport(subject, { id: 'event', provider: 'bank', report: report(fields) }, at(laterMs));

describe('a payment that succeeds', () => {
  it('is to be asked about again, by its plan', () => {
    const open = known({ status: 'created', finishedAt: undefined }, 'accepted');
    expect(said({}, 0, open)).toMatchObject({
      move: { to: 'success' },
      askAgain: { n: 1, step: 0, afterMs: dayMs, spreadMs: dayMs / 20 },
    });
    const resolution = { status: 'success', operator: 'eve', reason: 'x', evidence: 'x' } as const;
    expect(afterResolution(open, { resolution, reports: [] }, at(0))).toMatchObject({
      askAgain: { n: 1, step: 0, afterMs: dayMs },
    });
  });

  it.each([
    ['a payout', { type: 'payout', status: 'pending' }, 'success'],
    ['what ends otherwise', { status: 'created' }, 'declined'],
    ['one with an older plan', { status: 'created', plan: sampleTransaction().plan }, 'success'],
  ] as const)('%s is not', (_case, fields, outcome) => {
    const change = said({ outcome }, 0, known({ ...fields, finishedAt: undefined }, 'accepted'));
    expect(change).toHaveProperty('move');
    expect(change).not.toHaveProperty('askAgain.afterMs');
  });
});

describe('a word of the provider after the success', () => {
  const soon = { n: 1, step: 2, afterMs: 5_000, spreadMs: 0 };

  it.each([
    ['that says nothing of the end', { outcome: 'open' }],
    ['that contradicts it', { outcome: 'declined' }],
    ['that names another amount', { amount: '10.11' }],
    ['that says the same much later', {}],
  ] as const)('%s has the provider asked', (_case, fields) => {
    expect(said(fields)).toMatchObject({ applied: { ids: ['event'] }, askAgain: soon });
    expect(said(fields)).not.toHaveProperty('move');
  });

  it('that only repeats how it ended, at once, does not', () => {
    expect(said({}, 59_000)).toEqual({ applied: { ids: ['event'], verdict: 'agrees' } });
  });

  it('asks no provider about a payout or a transaction that ended otherwise', () => {
    expect(said({ outcome: 'open' }, dayMs, known({ type: 'payout' }))).not.toHaveProperty('askAgain');
    expect(said({ outcome: 'open' }, dayMs, known({ status: 'declined' }))).not.toHaveProperty('askAgain');
  });
});

const found = (fields: Partial<ProviderReport> = {}) => ({ kind: 'found', report: report(fields) }) as const;
const asked = (answer: LookupResult, subject = known()) => afterSuccessLookUp(subject, { n: 1, answer });

describe('the provider of a successful payment, asked again', () => {
  it('says the same, which closes quietly', () => {
    expect(asked(found())).toEqual({
      lookup: { n: 1, answer: 'found', report: report(), counts: false },
    });
  });

  it.each([
    ['paid back', { outcome: 'declined', reason: 'refunded' }, 'contradicts the final state'],
    ['expired', { outcome: 'expired' }, 'contradicts the final state'],
    ['open', { outcome: 'open' }, 'contradicts the final state'],
    ['of another amount', { amount: '9.10' }, 'wrong amount'],
    ['of another currency', { currency: 'USD' }, 'wrong amount'],
  ] as const)('says that it is %s, which a person reviews', (_case, fields, cause) => {
    expect(asked(found(fields))).toEqual({
      lookup: { n: 1, answer: 'found', report: report(fields), counts: false },
      review: { cause, report: report(fields) },
    });
  });

  it('does not know it, which a person reviews', () => {
    expect(asked({ kind: 'notFound' })).toEqual({
      lookup: { n: 1, answer: 'not_found', counts: false },
      review: {
        cause: 'contradicts the final state',
        report: { providerReference: 'id-1', outcome: 'open', reason: 'not found' },
      },
    });
  });

  it('shows it nowhere yet, right after its call, and is asked again', () => {
    const early = known({}, 'final', false);
    for (const answer of [{ kind: 'notFound' }, found({ outcome: 'open' })] as const) {
      expect(asked(answer, early)).not.toHaveProperty('review');
      expect(isAnswered(early, answer)).toBe(false);
      expect(isAnswered(known(), answer)).toBe(true);
    }
    expect(isAnswered(early, found())).toBe(true);
  });

  it('answers without its lists of refunds and disputes, and is asked again', () => {
    const half = { ...found(), isMoneyUnread: true } as const;
    expect(asked(half)).not.toHaveProperty('review');
    expect(isAnswered(known(), half)).toBe(false);
  });

  it('does not answer, and is asked again', () => {
    const silence = { kind: 'noAnswer', cause: 'timeout', detail: 'x' } as const;
    expect(asked(silence)).toEqual({ lookup: { n: 1, answer: 'no_answer', detail: 'x', counts: false } });
    expect(isAnswered(known(), silence)).toBe(false);
  });
});

describe('money that came or went after the success (contract §15.8)', () => {
  const chargeback = {
    kind: 'chargeback',
    providerReference: 'id-1',
    key: 'd-1',
    amount: '10.10',
    currency: 'EUR',
  } as const;
  const returned = {
    kind: 'returned',
    providerReference: 'id-1',
    key: 'rf_1 failed',
    amount: '10.10',
    currency: 'EUR',
  } as const;
  const refund = known({ type: 'refund' });

  it('is told by a later look-up, beside the answer', () => {
    expect(asked({ ...found(), reversals: [chargeback] })).toEqual({
      lookup: { n: 1, answer: 'found', report: report(), counts: false },
      reversals: { provider: 'bank', told: [chargeback] },
    });
  });

  it.each([
    ['refunds of ours', []],
    ['a chargeback', [chargeback]],
  ])('is no word about the end, so that it contradicts nothing: %s', (_case, reversals) => {
    const gone = { ...found({ outcome: 'open' }), reversals };
    expect(asked(gone)).not.toHaveProperty('review');
    expect(isAnswered(known({}, 'final', false), gone)).toBe(true);
  });

  it.each(['declined', 'error', 'expired', 'cancelled'] as const)(
    'a refund that is %s after its success has come back, and contradicts nothing',
    (outcome) => {
      const fields = { outcome, providerId: 'rf_1' };
      const told = { provider: 'bank', told: [returned] };
      expect(said(fields, dayMs, refund)).toMatchObject({
        applied: { verdict: 'returned' },
        reversals: told,
      });
      expect(said(fields, dayMs, refund)).not.toHaveProperty('review');
      expect(asked(found(fields), refund)).toEqual({
        lookup: { n: 1, answer: 'found', report: report(fields), counts: false },
        reversals: told,
      });
    },
  );

  it('a payment that is declined after its success is still a contradiction', () => {
    expect(said({ outcome: 'declined' })).toMatchObject({ review: { cause: 'contradicts the final state' } });
  });
});
