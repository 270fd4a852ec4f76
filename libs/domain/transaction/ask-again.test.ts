import { describe, expect, it } from 'vitest';
import { askedAfterEnd, askedAfterWord } from './ask-again.js';
import type { Proof } from './report.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Known } from './transaction.js';

const endedAt = new Date('2026-01-01T00:00:40Z');
const dayMs = 86_400_000;
const sample = sampleTransaction({ status: 'success', finishedAt: endedAt });
const timing = { ...sample.plan.timing, lateSuccessLookupsMs: [dayMs, 30 * dayMs] };
const payment = { ...sample, plan: { ...sample.plan, timing } };

describe('the first later look-up of a successful payment', () => {
  it('comes after the first wait of the plan, spread over a twentieth of it, and soon after an unanswered hint', () => {
    expect(askedAfterEnd(payment, 2, 'success')).toEqual({
      askAgain: { n: 2, step: 0, afterMs: dayMs, spreadMs: dayMs / 20, afterHintMs: 5_000 },
    });
    const hasty = {
      ...payment,
      plan: { ...payment.plan, timing: { ...timing, lateSuccessLookupsMs: [50] } },
    };
    expect(askedAfterEnd(hasty, 2, 'success').askAgain).toMatchObject({ afterMs: 50, afterHintMs: 50 });
  });

  it('of a payout or by a plan without one comes after an unanswered hint alone', () => {
    expect(askedAfterEnd({ ...payment, type: 'payout' }, 2, 'success')).toEqual({
      askAgain: { n: 2, step: 2, spreadMs: 0, afterHintMs: 5_000 },
    });
    expect(askedAfterEnd(sample, 2, 'success')).toEqual({
      askAgain: { n: 2, step: 0, spreadMs: 0, afterHintMs: 5_000 },
    });
    expect(askedAfterEnd(payment, 2, 'declined')).toEqual({});
  });

  it('is not planned for a success that an operator declared before any attempt', () => {
    expect(askedAfterEnd(payment, undefined, 'success')).toEqual({});
  });
});

describe('a callback after the success', () => {
  const agrees: Proof = { kind: 'agrees' };
  const askedAt = (attempts: readonly Attempt[], laterMs: number, proof: Proof = agrees) => {
    const known: Known = { transaction: payment, attempts };
    return askedAfterWord(known, proof, new Date(endedAt.getTime() + laterMs)).askAgain;
  };

  it('causes a look-up of the attempt that has ended the payment', () => {
    const attempts = [sampleAttempt(1, 'declined'), sampleAttempt(2, 'final'), sampleAttempt(3, 'unknown')];
    expect(askedAt(attempts, dayMs)).toEqual({ n: 2, step: 2, afterMs: 5_000, spreadMs: 0 });
  });

  it('causes a look-up of the latest attempt if an operator has ended the payment', () => {
    const attempts = [
      sampleAttempt(1, 'not_sent'),
      sampleAttempt(2, 'declined'),
      sampleAttempt(3, 'unknown'),
    ];
    expect(askedAt(attempts, dayMs)?.n).toBe(3);
  });

  it('causes none without an attempt', () => {
    expect(askedAt([], dayMs)).toBeUndefined();
  });

  it('that repeats the end causes a look-up once a minute has passed', () => {
    const attempts = [sampleAttempt(1, 'final')];
    expect(askedAt(attempts, 59_999)).toBeUndefined();
    expect(askedAt(attempts, 60_000)?.n).toBe(1);
  });

  it('that says anything else causes a look-up at once', () => {
    expect(askedAt([sampleAttempt(1, 'final')], 0, { kind: 'open', n: 1 })?.n).toBe(1);
  });
});
