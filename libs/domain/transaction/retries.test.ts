import { describe, expect, it } from 'vitest';
import type { Moment } from './change.js';
import { applyChange } from './change.js';
import { afterReport, afterSubmit } from './decide.js';
import { afterCancel, afterExpiry, afterNoRoute, afterResolution } from './decide-end.js';
import { afterLookUp } from './look-ups.js';
import type { ProviderReport } from './report.js';
import { hasRouteAfter, offersRetry, retryCause, routesTaken } from './retries.js';
import { openAttemptOf, phaseOf, stateOf } from './state.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Known, Transaction } from './transaction.js';

const moment: Moment = { now: new Date('2026-01-01T00:00:01Z'), eventId: 'evt_1' };
const { plan, payableUntil } = sampleTransaction();
const page = {
  method: 'card',
  style: 'hpp',
  openedAt: new Date('2026-01-01T00:00:00Z'),
  plan: { ...plan, routes: plan.routes.slice(0, 1), retries: 2 },
} as const;
const soft = { providerReference: 'id-1', outcome: 'declined', mayTryAgain: true } as const;
const known = (attempts: readonly Attempt[], fields: Partial<Transaction> = {}): Known => ({
  transaction: sampleTransaction({ ...page, ...fields }),
  attempts,
});
const retried = sampleAttempt(1, 'declined', retryCause);
/** The page asks for another card. */
const asking = (fields: Partial<Transaction> = {}) =>
  known([retried], { tries: 1, submitDueAt: undefined, ...fields });

const offers = (
  attempts: readonly Attempt[],
  {
    about = attempts.at(-1),
    report = soft,
    now = moment.now,
    ...fields
  }: Partial<Transaction> & { about?: Attempt | undefined; report?: ProviderReport; now?: Date } = {},
) => about !== undefined && offersRetry(known(attempts, fields), about, report, now);

describe('another card on the same page', () => {
  it.each(['sending', 'unknown', 'accepted'] as const)(
    'is offered if an attempt was declined that was %s',
    (state) => {
      expect(offers([sampleAttempt(1, state)])).toBe(true);
    },
  );

  it('is offered as often as the plan allows', () => {
    const second = [retried, sampleAttempt(2, 'sending')];
    const third = [retried, sampleAttempt(2, 'declined', retryCause), sampleAttempt(3, 'sending')];
    expect(offers(second, { tries: 1 })).toBe(true);
    expect(offers(third, { tries: 2 })).toBe(false);
    expect(offers([sampleAttempt(1, 'sending')], { plan: { ...plan, retries: 0 } })).toBe(false);
    expect(offers([sampleAttempt(1, 'sending')], { plan })).toBe(false);
  });

  it('is offered after the last of several routes', () => {
    expect(offers([sampleAttempt(1, 'declined', 'soft'), sampleAttempt(2, 'sending')])).toBe(true);
    expect(offers([sampleAttempt(1, 'not_sent'), sampleAttempt(2, 'accepted')])).toBe(true);
  });

  it('is not offered after a hard decline, or after any other end', () => {
    const sent = [sampleAttempt(1, 'accepted')];
    expect(offers(sent, { report: { providerReference: 'id-1', outcome: 'declined' } })).toBe(false);
    for (const outcome of ['error', 'expired', 'cancelled', 'success', 'open'] as const)
      expect(offers(sent, { report: { ...soft, outcome } })).toBe(false);
  });

  it('is not offered while an earlier attempt can take money', () => {
    for (const state of ['sending', 'unknown', 'accepted', 'final', 'preparing'] as const)
      expect(offers([sampleAttempt(1, state), sampleAttempt(2, 'sending')])).toBe(false);
  });

  it('is not offered for an attempt that has ended, or that another has followed', () => {
    for (const state of ['declined', 'not_sent'] as const)
      expect(offers([sampleAttempt(1, state)])).toBe(false);
    const first = sampleAttempt(1, 'accepted');
    expect(offers([first, sampleAttempt(2, 'declined')], { about: first })).toBe(false);
  });

  it('is not offered once the payment has ended, its time is over, or for a payout', () => {
    const sent = [sampleAttempt(1, 'sending')];
    expect(offers(sent, { status: 'expired' })).toBe(false);
    expect(offers(sent, { now: payableUntil })).toBe(false);
    expect(offers(sent, { type: 'payout' })).toBe(false);
  });
});

describe('a declined card, tried again', () => {
  const asked = {
    attempt: { n: 1, to: 'declined', cause: 'retry', report: soft, providerId: undefined },
    move: { to: 'pending', provider: 'bank', asksAgain: true },
    forgetCard: true,
  };

  it('by the answer, a callback or a look-up leaves the payment pending, without a card', () => {
    const result = { kind: 'declined', soft: true, report: soft } as const;
    expect(afterSubmit(known([sampleAttempt(1, 'sending')]), { n: 1, result }, moment)).toMatchObject(asked);
    const accepted = known([sampleAttempt(1, 'accepted')], { status: 'created' });
    const event = { id: 'event', provider: 'bank', report: soft };
    expect(afterReport(accepted, event, moment)).toMatchObject({
      ...asked,
      applied: { ids: ['event'], verdict: 'end' },
    });
    const subject = { ...accepted, isSettled: true, notFoundAnswers: 0 };
    const answer = { kind: 'found', report: soft } as const;
    expect(afterLookUp(subject, { n: 1, answer, counts: true, fence: 'notAsked' }, moment)).toMatchObject({
      ...asked,
      move: { ...asked.move, source: 'lookup' },
    });
  });

  it('awaits its form: nothing is looked up, and it can be cancelled or expire', () => {
    const before = known([sampleAttempt(1, 'sending')]);
    const result = { kind: 'declined', soft: true, report: soft } as const;
    const change = afterSubmit(before, { n: 1, result }, moment);
    const after = applyChange(before, change, 'pending');
    expect(after.transaction).toMatchObject({ tries: 1, submitDueAt: undefined });
    expect(phaseOf(after)).toBe('awaitingInput');
    expect(openAttemptOf(after)).toBeUndefined();
    expect(afterCancel(after, undefined, moment).move).toMatchObject({ to: 'declined', source: 'customer' });
    expect(afterExpiry(after, { ...moment, now: payableUntil }).move).toMatchObject({ to: 'expired' });
  });

  it('goes first to the next route, where there is one, and a further card does not', () => {
    const result = { kind: 'declined', soft: true, report: soft } as const;
    const two = { plan: { ...plan, retries: 2 } };
    expect(afterSubmit(known([sampleAttempt(1, 'sending')], two), { n: 1, result }, moment)).toEqual({
      attempt: { n: 1, to: 'declined', cause: 'soft', report: soft },
    });
    const again = known([retried, sampleAttempt(2, 'sending')], { ...two, tries: 1 });
    expect(hasRouteAfter(again, 2)).toBe(false);
    const report = { ...soft, providerReference: 'id-2' };
    expect(afterSubmit(again, { n: 2, result: { ...result, report } }, moment)).toMatchObject({
      move: { asksAgain: true },
    });
  });

  it('takes the route of the one before', () => {
    const softly = sampleAttempt(1, 'declined', 'soft');
    const again = sampleAttempt(2, 'declined', retryCause);
    expect(routesTaken([])).toBe(0);
    expect(routesTaken([retried])).toBe(0);
    expect(routesTaken([softly, again])).toBe(1);
    const state = stateOf(
      known([softly, again, sampleAttempt(3, 'sending')], { plan: { ...plan, retries: 2 }, tries: 1 }),
      moment.now,
    );
    expect(state.attempts.map(({ route }) => route)).toEqual(['route-1', 'route-2', 'route-2']);
  });

  it('is sent once its form was posted, unless it was due for too long', () => {
    const due = asking({ submitDueAt: moment.now });
    expect(phaseOf(due)).toBe('due');
    expect(afterNoRoute(due, { isTooOld: false, made: 1 }, moment)).toBeUndefined();
    expect(afterNoRoute(due, { isTooOld: true, made: 1 }, moment)?.move).toMatchObject({ to: 'declined' });
  });

  it('ends with the decline of the last one, and with an error that is no decline', () => {
    const last = known([retried, sampleAttempt(2, 'declined', retryCause), sampleAttempt(3, 'sending')], {
      tries: 2,
    });
    const report = { ...soft, providerReference: 'id-3' };
    const result = { kind: 'declined', soft: true, report } as const;
    expect(afterSubmit(last, { n: 3, result }, moment)).toMatchObject({
      attempt: { n: 3, to: 'declined' },
      move: { to: 'declined', error: { code: 200 }, event: { eventId: 'evt_1' } },
    });
    const second = known([retried, sampleAttempt(2, 'sending')], { tries: 1 });
    const notSent = afterSubmit(second, { n: 2, result: { kind: 'notSent', detail: 'x' } }, moment);
    expect(notSent.move).toMatchObject({ to: 'error', error: { reason: 'Communication error' } });
    const blocked = { kind: 'blocked', error: 'declined' } as const;
    expect(afterSubmit(second, { n: 2, result: blocked }, moment).move).toMatchObject({ to: 'declined' });
  });
});

describe('a declined card that is paid all the same', () => {
  const paid = { providerReference: 'id-1', outcome: 'success', amount: '10.10', currency: 'EUR' } as const;
  const event = { id: 'event', provider: 'bank', report: paid };

  it('ends a payment that asks for another one, or has not sent it yet, as declined and reviewed', () => {
    for (const before of [asking(), asking({ submitDueAt: moment.now })]) {
      expect(afterReport(before, event, moment)).toMatchObject({
        review: { cause: 'attempt was over' },
        move: { to: 'declined', error: { code: 200 } },
        forgetCard: true,
      });
    }
  });

  it('is reviewed while the next one is under way, which is not touched', () => {
    const change = afterReport(known([retried, sampleAttempt(2, 'accepted')], { tries: 1 }), event, moment);
    expect(change.review).toMatchObject({ cause: 'other attempt' });
    expect(change.move).toBeUndefined();
  });

  it('changes nothing if its decline is reported again, late', () => {
    const again = { ...event, report: soft };
    for (const before of [asking(), known([retried, sampleAttempt(2, 'accepted')], { tries: 1 })]) {
      const { applied, review, move, attempt } = afterReport(before, again, moment);
      expect([applied?.verdict, review, move, attempt]).toEqual(['agrees', undefined, undefined, undefined]);
    }
  });
});

describe('an operator', () => {
  it('may say that a further card was paid, although the one before was declined', () => {
    const unknown = known([retried, sampleAttempt(2, 'unknown')], { tries: 1 });
    const resolution = { status: 'success', operator: 'eve', reason: 'x', evidence: 'x' } as const;
    expect(afterResolution(unknown, { resolution, reports: [soft] }, moment)).toMatchObject({
      move: { to: 'success' },
    });
    const declined = { ...soft, providerReference: 'id-2' };
    expect(afterResolution(unknown, { resolution, reports: [soft, declined] }, moment)).toHaveProperty(
      'refused',
    );
  });
});
