import { describe, expect, it } from 'vitest';
import type { Evidence, ProviderOutcome } from '../provider-result.js';
import { finalStatuses, transactionStatuses } from '../transaction.js';
import { errorOf } from '../errors/error-catalogue.js';
import { endingOf, judgeEvidence, type Judged, type JudgedAttempt } from './judge-evidence.js';

const attempt: JudgedAttempt = {
  n: 1,
  provider: 'bank',
  providerReference: 'id-1-1',
  state: 'accepted',
};
const waiting: Judged = {
  type: 'payment',
  status: 'created',
  money: { amount: '10.10', currency: 'EUR' },
  attempts: [attempt],
};
const paid: Evidence = { providerReference: 'id-1-1', outcome: 'success', amount: '10.1', currency: 'EUR' };
const outcomes: readonly ProviderOutcome[] = ['success', 'declined', 'error', 'expired', 'cancelled', 'open'];

describe('evidence about an open payment', () => {
  it.each([
    ['success', 'success'],
    ['declined', 'declined'],
    ['error', 'error'],
    ['expired', 'expired'],
    ['cancelled', 'declined'],
  ] as const)('%s ends it as %s', (outcome, to) => {
    expect(judgeEvidence(waiting, 'bank', { ...paid, outcome })).toMatchObject({ kind: 'end', n: 1, to });
  });

  it('leaves it open when the provider says so', () => {
    expect(judgeEvidence(waiting, 'bank', { ...paid, outcome: 'open' })).toEqual({ kind: 'open', n: 1 });
  });

  it.each([
    ['another amount', { amount: '10.11' }],
    ['another currency', { currency: 'USD' }],
  ])('never takes success with %s for success', (_name, wrong) => {
    const verdict = judgeEvidence(waiting, 'bank', { ...paid, ...wrong });
    expect(verdict).toEqual({ kind: 'review', cause: 'wrong amount' });
  });
});

describe('evidence about an open payout', () => {
  const payout: Judged = { ...waiting, type: 'payout', status: 'pending' };

  it.each([
    ['success', 'success', undefined],
    ['declined', 'declined', 'declined'],
    ['error', 'error', 'failed'],
    ['expired', 'error', 'failed'],
    ['cancelled', 'declined', 'declined'],
  ] as const)('%s ends it as %s, %s', (outcome, to, error) => {
    expect(judgeEvidence(payout, 'bank', { ...paid, outcome })).toEqual({ kind: 'end', n: 1, to, error });
  });

  it('a bank not supported by the provider declines it in words of its own (contract §12)', () => {
    const evidence = { ...paid, outcome: 'declined', cause: 'bankNotSupported' } as const;
    expect(judgeEvidence(payout, 'bank', evidence)).toMatchObject({
      to: 'declined',
      error: 'bankNotSupported',
    });
    expect(judgeEvidence(waiting, 'bank', evidence)).toMatchObject({ to: 'declined', error: 'declined' });
  });

  it.each(['cardNotRegistered', 'fillingDataRefused'] as const)(
    'what a provider does not take of a payment is named: %s',
    (cause) => {
      const evidence = { ...paid, outcome: 'error', cause } as const;
      expect(judgeEvidence(waiting, 'bank', evidence)).toMatchObject({ to: 'error', error: cause });
      expect(judgeEvidence(payout, 'bank', evidence)).toMatchObject({ to: 'error', error: 'failed' });
      // The cause says why it ended, never how.
      const declined = { ...evidence, outcome: 'declined' } as const;
      expect(judgeEvidence(waiting, 'bank', declined)).toMatchObject({ to: 'declined', error: 'declined' });
    },
  );

  it.each(['payment', 'payout'] as const)('a %s ends only with final errors of its direction', (type) => {
    const errors = outcomes.flatMap((outcome) => endingOf(type, { ...paid, outcome })?.error ?? []);
    expect(errors).toHaveLength(4);
    for (const row of errors.map(errorOf)) {
      expect(row.httpStatus).toBe('final');
      expect([undefined, type]).toContain(row.only);
    }
  });

  it('money that came back after success is reviewed, never applied', () => {
    const back = { ...paid, outcome: 'declined' } as const;
    expect(judgeEvidence({ ...payout, status: 'success' }, 'bank', back)).toEqual({
      kind: 'review',
      cause: 'contradicts the final state',
    });
  });
});

describe('evidence that does not match', () => {
  it.each(outcomes)('%s of another provider or reference ends nothing', (outcome) => {
    expect(judgeEvidence(waiting, 'other bank', { ...paid, outcome }).kind).toBe('review');
    expect(judgeEvidence(waiting, 'bank', { ...paid, outcome, providerReference: 'id-1-2' }).kind).toBe(
      'review',
    );
  });

  it('ends nothing when it is about an attempt that was over, and a late success is reviewed', () => {
    const second = { ...attempt, n: 2, providerReference: 'id-1-2' };
    const first = { ...attempt, state: 'declined' } as const;
    const judged = { ...waiting, attempts: [first, second] };
    expect(judgeEvidence(judged, 'bank', paid)).toEqual({ kind: 'review', cause: 'other attempt' });
    expect(judgeEvidence(judged, 'bank', { ...paid, outcome: 'declined' })).toEqual({ kind: 'agrees' });
  });

  it('is reviewed when money moved on an attempt that was surely never sent', () => {
    const judged = { ...waiting, attempts: [{ ...attempt, state: 'not_sent' as const }] };
    expect(judgeEvidence(judged, 'bank', paid)).toEqual({ kind: 'review', cause: 'attempt was over' });
  });
});

describe('evidence about a final payment', () => {
  it('never ends it again, whatever it says and whatever it was', () => {
    for (const status of finalStatuses) {
      for (const outcome of outcomes) {
        expect(judgeEvidence({ ...waiting, status }, 'bank', { ...paid, outcome }).kind).not.toBe('end');
      }
    }
  });

  it('agrees or is reviewed', () => {
    expect(judgeEvidence({ ...waiting, status: 'success' }, 'bank', paid).kind).toBe('agrees');
    expect(judgeEvidence({ ...waiting, status: 'expired' }, 'bank', paid)).toEqual({
      kind: 'review',
      cause: 'contradicts the final state',
    });
  });
});

it('says something about every status and outcome', () => {
  for (const status of transactionStatuses) {
    for (const outcome of outcomes) {
      expect(judgeEvidence({ ...waiting, status }, 'bank', { ...paid, outcome }).kind).toBeTypeOf('string');
    }
  }
});
