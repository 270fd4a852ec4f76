import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import { afterExpiry, afterNoRoute, afterResolution } from './decide-end.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Transaction } from './transaction.js';

const now = new Date('2026-01-01T00:00:01Z');
const moment = { now, eventId: 'evt_1' };
const [notSent, declined, noRoom, preparing] = [
  (n: number) => sampleAttempt(n, 'not_sent'),
  (n: number) => sampleAttempt(n, 'declined', 'soft'),
  (n: number) => sampleAttempt(n, 'not_sent', 'limit'),
  (n: number) => sampleAttempt(n, 'preparing'),
];
/** The end of a payment with two routes. */
const endAfter = (attempts: readonly Attempt[], isTooOld = false, fields: Partial<Transaction> = {}) =>
  afterNoRoute(
    { transaction: sampleTransaction(fields), attempts },
    { isTooOld, made: attempts.length },
    moment,
  );

it('a payment that was not opened in time has the error of an expiry', () => {
  const { code, reason, description } = errorOf('expired');
  const transaction = sampleTransaction({ submitDueAt: undefined, payableUntil: now });
  expect(afterExpiry({ transaction, attempts: [] }, moment)).toMatchObject({
    move: { to: 'expired', error: { code, reason, description } },
  });
});

describe('a transaction while an attempt is prepared', () => {
  it('goes on, on the last route as well', () => {
    expect(endAfter([preparing(1)])).toBeUndefined();
    expect(endAfter([notSent(1), preparing(2)])).toBeUndefined();
  });

  it('ends by its age as never submitted if the preparation was all that happened', () => {
    expect(endAfter([preparing(1)], true)).toMatchObject({
      move: {
        to: 'error',
        source: 'timer',
        error: { description: errorOf('notSubmittedInTime').description },
      },
    });
  });

  it('ends by its age with the result of the attempts before', () => {
    expect(endAfter([declined(1), preparing(2)], true)).toMatchObject({
      move: { to: 'declined', source: 'provider' },
    });
  });
});

describe('a transaction without any attempt', () => {
  const { plan } = sampleTransaction();

  it('goes on until it is too old, even without a route in its plan', () => {
    expect(endAfter([], false, { plan: { ...plan, routes: [] } })).toBeUndefined();
  });

  it('ends by its age with the error for it', () => {
    expect(endAfter([], true)).toMatchObject({
      move: { error: { description: errorOf('notSubmittedInTime').description } },
    });
  });
});

describe('a transaction whose routes are used up', () => {
  it.each([
    ['no MID had room', [noRoom(1), noRoom(2)], 'error', 'neverSent'],
    ['the only route that was tried declined', [declined(1), noRoom(2)], 'declined', 'declined'],
  ] as const)('ends, if %s, as %s', (_case, attempts, to, error) => {
    const { code, reason, description } = errorOf(error);
    expect(endAfter(attempts)).toMatchObject({
      move: { to, source: 'provider', error: { code, reason, description } },
    });
  });
});

it('a success that an operator declares before any attempt is not looked up later', () => {
  const { plan } = sampleTransaction();
  const timing = { ...plan.timing, lateSuccessLookupsMs: [86_400_000] };
  const transaction = sampleTransaction({ plan: { ...plan, timing } });
  const resolution = { status: 'success', operator: 'eve', reason: 'x', evidence: 'x' } as const;
  expect(
    afterResolution({ transaction, attempts: [] }, { resolution, reports: [] }, moment),
  ).not.toHaveProperty('askAgain');
});
