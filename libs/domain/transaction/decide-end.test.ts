import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import type { Change } from './change.js';
import {
  afterCancel,
  afterExpiry,
  afterNoRoute,
  afterResolution,
  consentTo,
  contradictsResolution,
} from './decide-end.js';
import type { ProviderOutcome, ProviderReport } from './report.js';
import { finalStatuses } from './status.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Known, Transaction } from './transaction.js';

const known = (fields: Partial<Transaction>, attempts: readonly Attempt[] = []): Known => ({
  transaction: sampleTransaction(fields),
  attempts,
});
const now = new Date('2026-01-01T00:00:01Z');
const moment = { now, eventId: 'evt_1' };
const awaitingInput = { submitDueAt: undefined, payableUntil: now } as const;

describe('the time to make it ready', () => {
  it('ends a payment as expired: as an intention only while its page was never opened', () => {
    expect(afterExpiry(known({ ...awaitingInput, status: 'new' }), moment)).toMatchObject({
      move: { to: 'expired', source: 'timer', expiredAtStage: 'intention', finishedAt: now },
    });
    const opened = known({ ...awaitingInput, status: 'new', openedAt: now });
    expect(afterExpiry(opened, moment).move).toMatchObject({ to: 'expired', expiredAtStage: undefined });
  });

  it('ends a payout as declined: none ever expires', () => {
    expect(afterExpiry(known({ ...awaitingInput, type: 'payout' }), moment)).toMatchObject({
      move: {
        to: 'declined',
        source: 'timer',
        error: { description: errorOf('payoutCancelled').description },
      },
    });
  });

  it.each([
    ['before it is over', { ...awaitingInput, payableUntil: new Date(now.getTime() + 1) }],
    ['once it is due', { payableUntil: now }],
    ['once it is final', { ...awaitingInput, status: 'declined' }],
  ] as const)('ends nothing %s', (_when, fields) => {
    expect(afterExpiry(known(fields), moment)).toEqual({});
  });
});

describe('giving it up', () => {
  it('ends what was surely not sent, in the name of the customer, or of the operator of a payout', () => {
    expect(afterCancel(known(awaitingInput), undefined, moment)).toMatchObject({
      move: { to: 'declined', source: 'customer' },
    });
    expect(afterCancel(known({ ...awaitingInput, type: 'payout' }), undefined, moment)).toMatchObject({
      move: { to: 'declined', source: 'operator' },
    });
  });

  it('changes nothing once it is due', () => {
    expect(afterCancel(known({}), undefined, moment)).toEqual({});
    expect(afterCancel(known({}, [sampleAttempt(1, 'unknown')]), undefined, moment)).toEqual({});
  });
});

describe("the merchant's cancel", () => {
  const cancelled = (fields: Partial<Transaction>, attempts: readonly Attempt[] = []) =>
    afterCancel(known(fields, attempts), 'merchant', moment);
  const [payment, payout] = [errorOf('paymentCancelled'), errorOf('payoutCancelled')];

  it.each([
    ['a payment that awaits its page', awaitingInput, [], payment],
    ['a payout that awaits its bank', { ...awaitingInput, type: 'payout' }, [], payout],
    ['a payment that is due', {}, [], payment],
    ['a payout that is due', { type: 'payout' }, [], payout],
    ['one that never left us', { type: 'payout' }, [sampleAttempt(1, 'not_sent')], payout],
    ['one whose MID had no room', {}, [sampleAttempt(1, 'not_sent', 'limit')], payment],
    ['one between a soft decline and the next route', {}, [sampleAttempt(1, 'declined', 'soft')], payment],
  ] as const)('ends %s, in its own name', (_name, fields, attempts, { code, reason, description }) => {
    expect(cancelled(fields, attempts).move).toMatchObject({
      to: 'declined',
      source: 'merchant',
      error: { code, reason, description },
    });
  });

  it('of what is due takes its card along', () => {
    expect(cancelled({}).forgetCard).toBe(true);
  });

  it.each(['payment', 'payout'] as const)(
    'ends no %s that may have been sent, nor one that is final',
    (type) => {
      for (const state of ['sending', 'unknown', 'accepted', 'final'] as const) {
        expect(cancelled({ type }, [sampleAttempt(1, 'not_sent'), sampleAttempt(2, state)])).toEqual({});
      }
      for (const status of finalStatuses) expect(cancelled({ type, status })).toEqual({});
    },
  );
});

describe('a transaction of which no attempt was begun', () => {
  const [notSent, declined, noRoom] = [
    (n: number) => sampleAttempt(n, 'not_sent'),
    (n: number) => sampleAttempt(n, 'declined', 'soft'),
    (n: number) => sampleAttempt(n, 'not_sent', 'limit'),
  ];
  const end = (attempts: readonly Attempt[], isTooOld = false): Change | undefined =>
    afterNoRoute(known({}, attempts), { isTooOld, made: attempts.length }, moment);

  it.each([
    ['one route that was not reached', [notSent(1), noRoom(2)], 'error', 'neverSent'],
    ['several', [notSent(1), notSent(2), noRoom(3)], 'error', 'neverSentByAnyRoute'],
    ['several, of which only one was asked', [notSent(1), noRoom(2), noRoom(3)], 'error', 'neverSent'],
    ['a soft decline', [notSent(1), declined(2), noRoom(3)], 'declined', 'declined'],
    [
      'a route not reached after a soft decline',
      [declined(1), noRoom(2), notSent(3)],
      'error',
      'neverSentByAnyRoute',
    ],
  ] as const)('ends after %s', (_name, attempts, to, error) => {
    expect(end(attempts)).toMatchObject({
      move: { to, source: 'provider', error: { code: errorOf(error).code, reason: errorOf(error).reason } },
      forgetCard: true,
    });
  });

  it('ends when it was due for too long, with routes left or without', () => {
    expect(end([], true)).toMatchObject({ move: { to: 'error', source: 'timer' } });
    expect(end([notSent(1)], true)).toMatchObject({ move: { to: 'error', source: 'provider' } });
  });

  it('goes on while a route is left', () => {
    expect(end([])).toBeUndefined();
    expect(end([notSent(1)])).toBeUndefined();
  });

  it('ends nothing that may have been sent: by then, or by somebody else meanwhile', () => {
    expect(end([sampleAttempt(1, 'sending')], true)).toBeUndefined();
    const meanwhile = known({}, [notSent(1), notSent(2)]);
    expect(afterNoRoute(meanwhile, { isTooOld: true, made: 1 }, moment)).toBeUndefined();
  });
});

describe('an operator', () => {
  const resolution = { status: 'success', operator: 'eve', reason: 'statement', evidence: 'line 7' } as const;
  const reported = (...outcomes: ProviderOutcome[]) =>
    outcomes.map((outcome) => ({ providerReference: 'id-1', outcome }));
  const unknown = known({}, [sampleAttempt(1, 'unknown')]);

  it('ends it, and is recorded with the reason', () => {
    expect(afterResolution(unknown, { resolution, reports: reported('open') }, moment)).toMatchObject({
      decision: { decision: 'resolved: success', operator: 'eve', reason: 'statement', evidence: 'line 7' },
      move: { to: 'success', source: 'operator', error: undefined },
      forgetCard: true,
    });
    const declined = { ...resolution, status: 'declined' } as const;
    expect(afterResolution(unknown, { resolution: declined, reports: [] }, moment)).toMatchObject({
      move: { to: 'declined', error: { code: errorOf('declined').code } },
    });
  });

  it('is refused against a report, with a sentence that names it', () => {
    expect(afterResolution(unknown, { resolution, reports: reported('declined') }, moment)).toEqual({
      refused: 'A provider has said declined; success contradicts it.',
    });
  });

  it.each(finalStatuses)('is refused once it is %s', (status) => {
    expect(afterResolution(known({ status }), { resolution, reports: [] }, moment)).toEqual({
      refused: `The payment is final already: ${status}.`,
    });
  });
});

/** Goal: money moves on the word of two persons, and never on that of one who says it twice. */
describe('where two persons are needed', () => {
  const eve = { operator: 'eve', decision: 'declined' };

  it('the first word is a proposal', () => {
    expect(consentTo(undefined, eve)).toBe('proposed');
  });

  it('the same word of another person confirms it', () => {
    expect(consentTo(eve, { operator: 'bob', decision: 'declined' })).toBe('confirmed');
  });

  it.each(['eve', 'Eve', ' EVE ', 'e ve', 'ｅｖｅ', 'eve\u00a0', 'eve.', 'e\u200bve', 'e\u00adve', 'e-v_e'])(
    'the same person as %j confirms nothing',
    (operator) => {
      expect(consentTo(eve, { operator, decision: 'declined' })).toBe('awaited');
    },
  );

  it('another decision of any operator replaces the proposal', () => {
    expect(consentTo(eve, { operator: 'bob', decision: 'success' })).toBe('proposed');
    expect(consentTo(eve, { operator: 'eve', decision: 'success' })).toBe('proposed');
  });
});

const said = (...words: ProviderOutcome[]): ProviderReport[] =>
  words.map((outcome) => ({ providerReference: 'id-1-1', outcome }));

describe('an operator', () => {
  it('may decide either way when no provider has said a final word', () => {
    expect(contradictsResolution('success', said('open', 'open'))).toBeUndefined();
    expect(contradictsResolution('declined', said())).toBeUndefined();
  });

  it('may never decline a payment for which a provider says that it took money', () => {
    expect(contradictsResolution('declined', said('open', 'expired', 'success'))).toBe('success');
  });

  it('may call it a success only when nothing but success, or nothing at all, was said', () => {
    expect(contradictsResolution('success', said('success'))).toBeUndefined();
    expect(contradictsResolution('success', said('declined', 'success'))).toBeUndefined();
    for (const outcome of ['declined', 'error', 'expired', 'cancelled'] as const) {
      expect(contradictsResolution('success', said('open', outcome))).toBe(outcome);
    }
  });

  it('may decline what a provider has declined', () => {
    expect(contradictsResolution('declined', said('declined', 'cancelled'))).toBeUndefined();
  });
});
