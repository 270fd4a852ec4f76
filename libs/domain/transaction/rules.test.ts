import { describe, expect, it } from 'vitest';
import { endingOf, type ProviderReport } from './report.js';
import { isFinal, mayMove } from './status.js';
import { holds } from './testing/play-inputs.js';
import type { Attempt } from './transaction.js';

/*
 * The rules of money over whatever may happen, in whatever order. Method: play random inputs on a transaction in memory;
 * what the database decides (whether an attempt may begin, whether a provider has settled, what was answered in a row)
 * follows the same terms here; every change is held against the rules before it is applied.
 */

const mayStillMove = ({ state }: Attempt) =>
  state !== 'not_sent' && state !== 'declined' && state !== 'preparing';

describe('whatever happens, in whatever order', () => {
  it('a final transaction never moves again, and neither do its attempts', () => {
    holds(({ known }, _happened, { change }) => {
      if (!isFinal(known.transaction.status)) return;
      expect(change.move).toBeUndefined();
      expect(change.attempt?.to).toBeUndefined();
    });
  });

  it('each move is one of the table, and the end carries its one event', () => {
    holds(({ known }, _happened, { change: { move } }) => {
      const { type, status } = known.transaction;
      if (!move || move.to === status) return;
      expect(mayMove(type, status, move.to)).toBe(true);
      expect('event' in move).toBe(isFinal(move.to));
    });
  });

  it('success is said once: by the provider of an attempt, of the exact money, or by an operator', () => {
    holds(({ known }, happened, { change, report, about }) => {
      if (change.move?.to !== 'success') return;
      expect(known.transaction.status).not.toBe('success');
      if (happened.kind === 'resolution') return;
      expect(about).toBeDefined();
      expect(report?.outcome).toBe('success');
      expect([undefined, '10.10', '10.1']).toContain(report?.amount);
      expect([undefined, 'EUR']).toContain(report?.currency);
    });
  });

  it('a payout never ends because its provider does not find it', () => {
    holds(
      (_played, happened, { change }) => {
        if (happened.kind !== 'lookUp' || happened.answer.kind === 'found') return;
        expect(change.move).toBeUndefined();
        expect(change.attempt).toBeUndefined();
      },
      ['payout'],
    );
  });

  it('a payment ends by "not found" only after `send_by` and the provider’s settle time', () => {
    let ended = 0;
    holds(
      (played, happened, { change, report, about }) => {
        if (happened.kind !== 'lookUp' || happened.answer.kind === 'found' || !change.move) return;
        // What the provider knew after all when it was asked to close it has ended by that word.
        if (report) return;
        ended += 1;
        expect(['impossible', { kind: 'notFound' }]).toContainEqual(happened.fence);
        const { settleMs, notFoundAnswersMin } = played.known.transaction.plan.timing;
        expect(played.nowMs).toBeGreaterThanOrEqual(
          (played.sendBy.get(about?.n ?? 0) ?? Infinity) + settleMs,
        );
        expect(['sending', 'unknown']).toContain(about?.state);
        const settled = played.notFoundAt.filter((at) => at >= played.settledMs);
        expect(settled.length).toBeGreaterThanOrEqual(notFoundAnswersMin);
      },
      ['payment'],
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('time, customer, merchant and want of a route end nothing that may have been sent', () => {
    holds(({ known }, happened, { change }) => {
      if (!['expiry', 'cancel', 'merchantCancel', 'noRoute'].includes(happened.kind) || !change.move) return;
      expect(known.attempts.filter(mayStillMove)).toEqual([]);
    });
  });

  it('what could not be prepared changes nothing that may have been sent', () => {
    holds((_played, happened, { change, about }) => {
      if (happened.kind !== 'notPrepared' || !change.attempt) return;
      expect(about?.state).toBe('preparing');
    });
  });

  it('every report is kept, and every final one moves the transaction, agrees with it or is shown to a person', () => {
    holds(({ known }, happened, { change, report, about }) => {
      if (!report) return;
      const kept = happened.kind === 'callback' ? change.applied : (change.lookup ?? change.attempt)?.report;
      expect(kept).toBeDefined();
      const end = endingOf(known.transaction.type, report);
      if (!end || change.move || change.review) return;
      expect(about).toBeDefined();
      if (known.transaction.status === end.to) return;
      // No money moved by an attempt that is over, or that this closes for the next route: nothing is lost with it.
      expect(report.outcome).not.toBe('success');
      const isOver = !about || about !== known.attempts.at(-1) || !mayStillMove(about);
      expect(isOver || change.attempt?.to === 'declined').toBe(true);
    });
  });

  it('another card is asked for a few times, and only if no attempt can take money', () => {
    let asked = 0;
    holds(
      ({ known, nowMs }, _happened, { change, report }) => {
        const { attempt, move } = change;
        if (!move || !('asksAgain' in move)) return;
        asked += 1;
        const others = known.attempts.filter(({ n }) => n !== attempt?.n);
        expect(others.filter(mayStillMove)).toEqual([]);
        expect(attempt).toMatchObject({ n: known.attempts.length, to: 'declined', cause: 'retry' });
        expect(report).toMatchObject({ outcome: 'declined', mayTryAgain: true });
        expect(known.transaction.tries).toBeLessThan(2);
        expect(known.transaction.payableUntil.getTime()).toBeGreaterThan(nowMs);
        expect(change.forgetCard).toBe(true);
      },
      ['payment'],
    );
    expect(asked).toBeGreaterThan(0);
  });

  it('no card is asked for, or sent, once a declined one may be paid', () => {
    let ended = 0;
    holds(
      ({ known }, _happened, { change, report }) => {
        const { tries, status } = known.transaction;
        if (tries === 0 || isFinal(status) || report?.outcome !== 'success') return;
        if (known.attempts.some(mayStillMove)) return;
        if (change.review?.cause === 'unknown attempt') return;
        ended += 1;
        expect(change.move?.to).toBe('declined');
        expect(change.review).toBeDefined();
      },
      ['payment'],
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('an operator never ends it against what a provider has reported', () => {
    holds(({ known, reports }, happened, { change }) => {
      if (happened.kind !== 'resolution' || !change.move) return;
      const isOfDeclined = ({ providerReference }: ProviderReport) =>
        known.attempts.some(
          (attempt) => attempt.state === 'declined' && attempt.providerReference === providerReference,
        );
      const final = reports
        .filter((report) => report.outcome !== 'declined' || !isOfDeclined(report))
        .map(({ outcome }) => outcome)
        .filter((outcome) => outcome !== 'open');
      const isPaid = final.includes('success');
      const contradicts = happened.status === 'declined' ? isPaid : final.length > 0 && !isPaid;
      expect(contradicts).toBe(false);
    });
  });

  it('card data goes with the end, with an answer and with every question in turn', () => {
    holds(({ known }, happened, { change }) => {
      const { move, attempt } = change;
      const wasAwaitingInput = known.transaction.submitDueAt === undefined;
      const isEnded = move !== undefined && isFinal(move.to) && !wasAwaitingInput;
      const isAnswered = attempt?.to === 'accepted' || attempt?.to === 'unknown';
      const isInTurn = happened.kind === 'lookUp' && happened.counts;
      if (!isEnded && !isAnswered && !isInTurn) return;
      expect(change.forgetCard).toBe(true);
    });
  });
});
