import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import { proofOf, type ReportSubject } from './decide.js';
import { endingOf, type Proof, type ProviderOutcome, type ProviderReport } from './report.js';
import { finalStatuses, transactionStatuses } from './status.js';

type Subject = ReportSubject['transaction'] & Pick<ReportSubject, 'attempts'>;

const attempt: ReportSubject['attempts'][number] = {
  n: 1,
  provider: 'bank',
  providerReference: 'id-1-1',
  state: 'accepted',
};
const waiting: Subject = {
  type: 'payment',
  status: 'created',
  statusSource: 'provider',
  amount: '10.10',
  currency: 'EUR',
  attempts: [attempt],
};
const paid: ProviderReport = {
  providerReference: 'id-1-1',
  outcome: 'success',
  amount: '10.1',
  currency: 'EUR',
};
function prove({ attempts, ...transaction }: Subject, provider: string, report: ProviderReport): Proof {
  return proofOf({ transaction, attempts }, provider, report);
}

const outcomes: readonly ProviderOutcome[] = ['success', 'declined', 'error', 'expired', 'cancelled', 'open'];

describe('a report about an open payment', () => {
  it.each([
    ['success', 'success'],
    ['declined', 'declined'],
    ['error', 'error'],
    ['expired', 'expired'],
    ['cancelled', 'declined'],
  ] as const)('%s ends it as %s', (outcome, to) => {
    expect(prove(waiting, 'bank', { ...paid, outcome })).toMatchObject({ kind: 'end', n: 1, to });
  });

  it('leaves it open when the provider says so', () => {
    expect(prove(waiting, 'bank', { ...paid, outcome: 'open' })).toEqual({ kind: 'open', n: 1 });
  });

  it.each([
    ['another amount', { amount: '10.11' }],
    ['another currency', { currency: 'USD' }],
  ])('never takes success with %s for success', (_name, wrong) => {
    const proof = prove(waiting, 'bank', { ...paid, ...wrong });
    expect(proof).toEqual({ kind: 'review', cause: 'wrong amount' });
  });
});

describe('a report about an open payout', () => {
  const payout: Subject = { ...waiting, type: 'payout', status: 'pending' };

  it.each([
    ['success', 'success', undefined],
    ['declined', 'declined', 'declined'],
    ['error', 'error', 'failed'],
    ['expired', 'error', 'failed'],
    ['cancelled', 'declined', 'declined'],
  ] as const)('%s ends it as %s, %s', (outcome, to, error) => {
    expect(prove(payout, 'bank', { ...paid, outcome })).toEqual({ kind: 'end', n: 1, to, error });
  });

  it('a bank not supported by the provider declines it in words of its own (contract §12)', () => {
    const report = { ...paid, outcome: 'declined', cause: 'bankNotSupported' } as const;
    expect(prove(payout, 'bank', report)).toMatchObject({
      to: 'declined',
      error: 'bankNotSupported',
    });
    expect(prove(waiting, 'bank', report)).toMatchObject({ to: 'declined', error: 'declined' });
  });

  it.each(['cardNotRegistered', 'fillingDataRefused'] as const)(
    'what a provider does not take of a payment is named: %s',
    (cause) => {
      const report = { ...paid, outcome: 'error', cause } as const;
      expect(prove(waiting, 'bank', report)).toMatchObject({ to: 'error', error: cause });
      expect(prove(payout, 'bank', report)).toMatchObject({ to: 'error', error: 'failed' });
      // The cause says why it ended, never how.
      const declined = { ...report, outcome: 'declined' } as const;
      expect(prove(waiting, 'bank', declined)).toMatchObject({ to: 'declined', error: 'declined' });
    },
  );

  it.each(['payment', 'payout'] as const)('a %s ends only with final errors of its direction', (type) => {
    const errors = outcomes.flatMap((outcome) => endingOf(type, { ...paid, outcome })?.error ?? []);
    expect(errors).toHaveLength(4);
    for (const row of errors.map(errorOf)) {
      expect(row.httpStatus).toBe('final');
      expect([undefined, 'routed', type]).toContain(row.only);
    }
  });

  it('money that came back after success is reviewed, never applied', () => {
    const back = { ...paid, outcome: 'declined' } as const;
    expect(prove({ ...payout, status: 'success' }, 'bank', back)).toEqual({
      kind: 'review',
      cause: 'contradicts the final state',
    });
  });
});

describe('a report that does not match', () => {
  it.each(outcomes)('%s of another provider or reference ends nothing', (outcome) => {
    expect(prove(waiting, 'other bank', { ...paid, outcome }).kind).toBe('review');
    expect(prove(waiting, 'bank', { ...paid, outcome, providerReference: 'id-1-2' }).kind).toBe('review');
  });

  it('ends nothing when it is about an attempt that was over, and a late success is reviewed', () => {
    const second = { ...attempt, n: 2, providerReference: 'id-1-2' };
    const first = { ...attempt, state: 'declined' } as const;
    const subject = { ...waiting, attempts: [first, second] };
    expect(prove(subject, 'bank', paid)).toEqual({ kind: 'review', cause: 'other attempt' });
    expect(prove(subject, 'bank', { ...paid, outcome: 'declined' })).toEqual({ kind: 'agrees' });
  });

  it('is reviewed if it reports money beyond that which made the payment a success', () => {
    const second = { ...attempt, n: 2, providerReference: 'id-1-2', state: 'final' } as const;
    for (const state of ['declined', 'not_sent', 'unknown'] as const) {
      const subject = { ...waiting, status: 'success', attempts: [{ ...attempt, state }, second] } as const;
      expect(prove(subject, 'bank', paid)).toEqual({ kind: 'review', cause: 'other attempt' });
      expect(prove(subject, 'bank', { ...paid, providerReference: 'id-1-2' })).toEqual({ kind: 'agrees' });
    }
  });

  it('is reviewed when money moved on an attempt that was surely never sent', () => {
    const subject = { ...waiting, attempts: [{ ...attempt, state: 'not_sent' as const }] };
    expect(prove(subject, 'bank', paid)).toEqual({ kind: 'review', cause: 'attempt was over' });
  });
});

describe('a report about a payment that a person has declared a success', () => {
  const declared: Subject = { ...waiting, status: 'success', statusSource: 'operator' };

  it('agrees where there is one attempt', () => {
    expect(prove(declared, 'bank', paid)).toEqual({ kind: 'agrees' });
  });

  it('is reviewed if there are several attempts: the person may have meant any of them', () => {
    const second = { ...attempt, n: 2, providerReference: 'id-1-2' } as const;
    const subject = { ...declared, attempts: [{ ...attempt, state: 'declined' as const }, second] };
    for (const providerReference of ['id-1-1', 'id-1-2'])
      expect(prove(subject, 'bank', { ...paid, providerReference })).toEqual({
        kind: 'review',
        cause: 'other attempt',
      });
  });
});

describe('a report about a final payment', () => {
  it('never ends it again, whatever it says and whatever it was', () => {
    for (const status of finalStatuses) {
      for (const outcome of outcomes) {
        expect(prove({ ...waiting, status }, 'bank', { ...paid, outcome }).kind).not.toBe('end');
      }
    }
  });

  it('agrees if it says once more that an attempt was declined which another one has followed', () => {
    const second = { ...attempt, n: 2, providerReference: 'id-1-2', state: 'final' } as const;
    const said = (
      state: Subject['attempts'][number]['state'],
      status: Subject['status'],
      outcome: ProviderOutcome,
    ) =>
      prove({ ...waiting, status, attempts: [{ ...attempt, state }, second] }, 'bank', { ...paid, outcome });
    for (const status of finalStatuses) {
      for (const outcome of ['declined', 'error', 'expired', 'cancelled'] as const)
        expect(said('declined', status, outcome)).toEqual({ kind: 'agrees' });
      expect(said('declined', status, 'success')).toMatchObject({ kind: 'review' });
    }
    expect(said('not_sent', 'success', 'declined')).toMatchObject({ kind: 'review' });
  });

  it('agrees or is reviewed', () => {
    expect(prove({ ...waiting, status: 'success' }, 'bank', paid).kind).toBe('agrees');
    expect(prove({ ...waiting, status: 'expired' }, 'bank', paid)).toEqual({
      kind: 'review',
      cause: 'contradicts the final state',
    });
  });
});

it('says something about every status and outcome', () => {
  for (const status of transactionStatuses) {
    for (const outcome of outcomes) {
      expect(prove({ ...waiting, status }, 'bank', { ...paid, outcome }).kind).toBeTypeOf('string');
    }
  }
});
