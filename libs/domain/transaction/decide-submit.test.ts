import { describe, expect, it } from 'vitest';
import { errorOf, type ErrorKey } from '../errors/error-catalogue.js';
import type { Moment } from './change.js';
import { afterReport, afterSubmit, attemptOf } from './decide.js';
import type { Submitted } from './report.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState, Known, Transaction } from './transaction.js';

const moment: Moment = { now: new Date('2026-01-01T00:00:01Z'), eventId: 'evt_1' };
const known = (state: AttemptState, fields: Partial<Transaction> = {}): Known => ({
  transaction: sampleTransaction(fields),
  attempts: [sampleAttempt(1, state)],
});
const { plan } = sampleTransaction();
const oneRoute = { plan: { ...plan, routes: plan.routes.slice(0, 1) } };
const paid = { providerReference: 'id-1', outcome: 'success', amount: '10.10', currency: 'EUR' } as const;

describe('a payment whose only route was not reached', () => {
  const errorAfter = (result: Submitted) => {
    const { move } = afterSubmit(known('sending', oneRoute), { n: 1, result }, moment);
    return move && 'error' in move ? move.error?.description : undefined;
  };
  const description = (key: ErrorKey) => errorOf(key).description;

  it('ends with the error of one provider that was not reached', () => {
    expect(errorAfter({ kind: 'notSent', detail: 'ECONNREFUSED' })).toBe(description('neverSent'));
  });

  it('ends with the error that kept the attempt from being sent', () => {
    expect(errorAfter({ kind: 'notSent', detail: 'x', error: 'cardGone' })).toBe(description('cardGone'));
  });
});

describe('a final report in the answer to the submit', () => {
  it('with the wrong amount leaves the attempt accepted and is raised for review', () => {
    const report = { ...paid, amount: '9.10' };
    expect(afterSubmit(known('sending'), { n: 1, result: { kind: 'final', report } }, moment)).toEqual({
      attempt: { n: 1, to: 'accepted', report, providerId: undefined },
      review: { cause: 'wrong amount', report },
      forgetCard: true,
    });
  });
});

describe('the answer "accepted" after the attempt was closed', () => {
  const accepted = (before: Known, providerId?: string) =>
    afterSubmit(
      before,
      { n: 1, result: { kind: 'accepted', ...(providerId !== undefined && { providerId }) } },
      moment,
    );

  it('is kept with the identifier of the provider, if the answer has one', () => {
    const report = { providerReference: 'id-1', outcome: 'open' };
    const declined = known('unknown', { status: 'declined' });
    expect(accepted(declined, 'charge').review?.report).toStrictEqual({ ...report, providerId: 'charge' });
    expect(accepted(declined).review?.report).toStrictEqual(report);
  });

  it('agrees with a success that an operator has declared', () => {
    const declared = known('unknown', { status: 'success', statusSource: 'operator' });
    expect(accepted(declared)).not.toHaveProperty('review');
  });
});

describe('the event of an end', () => {
  const bodyAfter = (outcome: 'success' | 'declined') => {
    const event = { id: 'event', provider: 'bank', report: { ...paid, outcome } };
    const { move } = afterReport(known('accepted'), event, moment);
    return JSON.parse(move && 'event' in move ? move.event.body : '') as unknown;
  };

  it('has the code, reason and description of the error', () => {
    const { code, reason, description } = errorOf('declined');
    expect(bodyAfter('declined')).toMatchObject({
      error_code: code,
      error_reason: reason,
      error_description: description,
    });
  });

  it('of a success has code zero, an empty reason and no description', () => {
    expect(bodyAfter('success')).toMatchObject({ error_code: 0, error_reason: '' });
    expect(bodyAfter('success')).not.toHaveProperty('error_description');
  });
});

it('a decision about an attempt without a record throws', () => {
  expect(() => attemptOf(known('sending'), 3)).toThrow('attempt 3 is not recorded');
});
