import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAttempt,
  afterManualAttempt,
  type AttemptSubject,
  type MerchantAnswer,
} from './after-attempt.js';
import { eventTransitions } from './event-states.js';

const noAnswer: MerchantAnswer = { httpStatus: undefined };
const mid = 0.5;

function event(fields: Partial<AttemptSubject> = {}): AttemptSubject {
  return {
    steps: 0,
    isReleased: false,
    isEndpointPaused: false,
    retriesMs: [5_000, 300_000, 1_800_000],
    ...fields,
  };
}

describe('after an attempt of the ladder', () => {
  it('every status delivers (2xx), stops (410) or uses the next step', () => {
    for (let httpStatus = 100; httpStatus < 600; httpStatus += 1) {
      const isSuccess = httpStatus >= 200 && httpStatus < 300;
      const expected = isSuccess ? 'delivered' : httpStatus === 410 ? 'stopped' : 'retry';
      expect(afterAttempt(event(), { httpStatus }, mid).result, `status ${httpStatus}`).toBe(expected);
    }
    expect(afterAttempt(event(), noAnswer, mid).result).toBe('retry');
  });

  it('410 says nothing about the endpoint, any other answer does', () => {
    const upAfter = (answer: MerchantAnswer) => afterAttempt(event(), answer, mid).isEndpointUp;
    expect(upAfter({ httpStatus: 204 })).toBe(true);
    expect(upAfter({ httpStatus: 410 })).toBeUndefined();
    expect(upAfter({ httpStatus: 500 })).toBe(false);
    expect(upAfter(noAnswer)).toBe(false);
    expect(afterAttempt(event({ steps: 3 }), noAnswer, mid).isEndpointUp).toBe(false);
  });

  it('a failure waits for the next step, or for the end of a pause, and holds for the event as it was', () => {
    expect(afterAttempt(event({ steps: 1, isReleased: true }), noAnswer, mid).change).toEqual({
      from: ['pending'],
      observed: { steps: 1, isReleased: true },
      to: 'pending',
      toIfPaused: 'paused',
      stepsUsed: 1,
      waitMs: 300_000,
    });
  });

  it('after the last step the event is exhausted, also at an endpoint that is just being paused', () => {
    expect(afterAttempt(event({ steps: 3 }), noAnswer, mid).change).toEqual({
      from: ['pending'],
      observed: { steps: 3, isReleased: false },
      to: 'exhausted',
      toIfPaused: 'exhausted',
      stepsUsed: 0,
      waitMs: undefined,
    });
  });

  it('a paused endpoint costs no step, and repeats the last one', () => {
    const change = (steps: number) =>
      afterAttempt(event({ steps, isEndpointPaused: true }), noAnswer, mid).change;
    expect(change(1)).toMatchObject({ to: 'pending', stepsUsed: 0, waitMs: 300_000 });
    expect(change(3)).toMatchObject({ to: 'pending', stepsUsed: 0, waitMs: 1_800_000 });
  });

  it('an empty ladder is exhausted by the first failure', () => {
    for (const isEndpointPaused of [false, true])
      expect(afterAttempt(event({ retriesMs: [], isEndpointPaused }), noAnswer, mid).result).toBe(
        'exhausted',
      );
  });

  it('Retry-After replaces the step if it is longer, at most 24 hours', () => {
    const waitAfter = (retryAfterSeconds: number) =>
      afterAttempt(event(), { httpStatus: 503, retryAfterSeconds }, mid).change?.waitMs;
    expect(waitAfter(4)).toBe(5_000);
    expect(waitAfter(120)).toBe(120_000);
    expect(waitAfter(86_400)).toBe(86_400_000);
    expect(waitAfter(86_401)).toBe(86_400_000);
  });

  it('Retry-After changes nothing for an event that is delivered, stopped or exhausted', () => {
    const after = (httpStatus: number, steps = 0) =>
      afterAttempt(event({ steps }), { httpStatus, retryAfterSeconds: 120 }, mid);
    expect(after(200).change?.waitMs).toBeUndefined();
    expect(after(410).change?.waitMs).toBeUndefined();
    expect(after(503, 3).result).toBe('exhausted');
  });

  it('chance varies the step by a fifth in both directions', () => {
    const waitBy = (chance: number) => afterAttempt(event(), noAnswer, chance).change?.waitMs;
    expect(waitBy(0)).toBe(4_000);
    expect(waitBy(mid)).toBe(5_000);
    expect(waitBy(1)).toBe(6_000);
  });
});

describe('after an attempt by hand', () => {
  it('a success delivers the event', () => {
    expect(afterManualAttempt({ httpStatus: 200 })).toEqual({
      result: 'delivered',
      isEndpointUp: true,
      change: {
        from: ['pending', 'paused', 'stopped', 'exhausted'],
        observed: undefined,
        to: 'delivered',
        toIfPaused: 'delivered',
        stepsUsed: 0,
        waitMs: undefined,
      },
    });
  });

  it('anything else leaves the event as it is, and counts for the endpoint unless it is 410', () => {
    const stays = { result: 'stays', change: undefined };
    expect(afterManualAttempt({ httpStatus: 503, retryAfterSeconds: 60 })).toEqual({
      ...stays,
      isEndpointUp: false,
    });
    expect(afterManualAttempt(noAnswer)).toEqual({ ...stays, isEndpointUp: false });
    expect(afterManualAttempt({ httpStatus: 410 })).toEqual({ ...stays, isEndpointUp: undefined });
  });
});

/** Any event, answer and chance. */
const anything = fc.record({
  subject: fc.record({
    steps: fc.nat(12),
    isReleased: fc.boolean(),
    isEndpointPaused: fc.boolean(),
    retriesMs: fc.array(fc.integer({ min: 1, max: 90_000_000 }), { maxLength: 10 }),
  }),
  answer: fc.record(
    {
      httpStatus: fc.oneof(
        fc.constant(undefined),
        fc.constantFrom(200, 204, 299, 300, 410, 429, 503),
        fc.integer({ min: 100, max: 599 }),
      ),
      retryAfterSeconds: fc.nat(200_000),
    },
    { requiredKeys: ['httpStatus'] },
  ),
  chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('whatever the event, the answer and the chance', () => {
  it('each change is a transition of the table', () => {
    fc.assert(
      fc.property(anything, ({ subject, answer, chance }) => {
        const outcomes = [
          ['attempt', afterAttempt(subject, answer, chance)],
          ['manualAttempt', afterManualAttempt(answer)],
        ] as const;
        for (const [cause, { change }] of outcomes) {
          if (!change) continue;
          expect(change.from.length).toBeGreaterThan(0);
          for (const from of change.from)
            for (const to of new Set([change.to, change.toIfPaused])) {
              const causes: Partial<Record<string, readonly string[]>> = eventTransitions[from];
              expect(causes[to], `${from} to ${to}`).toContain(cause);
            }
        }
      }),
    );
  });

  it('a wait is within the jitter of its step, or as long as the merchant asked for, and never over both bounds', () => {
    fc.assert(
      fc.property(anything, ({ subject, answer, chance }) => {
        const { change } = afterAttempt(subject, answer, chance);
        expect(change?.waitMs === undefined).toBe(change?.to !== 'pending');
        if (change?.waitMs === undefined) return;
        const stepMs = subject.retriesMs[subject.steps] ?? subject.retriesMs.at(-1) ?? 0;
        const askedMs = Math.min(answer.retryAfterSeconds ?? 0, 86_400) * 1_000;
        expect(change.waitMs).toBeGreaterThanOrEqual(Math.max(0.8 * stepMs - 0.001, askedMs));
        expect(change.waitMs).toBeLessThanOrEqual(Math.max(1.2 * stepMs + 0.001, askedMs));
      }),
    );
  });

  it('a failure holds only for the event as it was observed, a success for every event', () => {
    fc.assert(
      fc.property(anything, ({ subject, answer, chance }) => {
        const { result, change } = afterAttempt(subject, answer, chance);
        const isFailure = result === 'retry' || result === 'exhausted';
        const { steps, isReleased } = subject;
        expect(change?.observed).toEqual(isFailure ? { steps, isReleased } : undefined);
      }),
    );
  });

  it('an event with a healthy endpoint is exhausted after as many failures as its ladder has steps, and one', () => {
    fc.assert(
      fc.property(anything, ({ subject: { retriesMs }, chance }) => {
        let steps = 0;
        let failures = 0;
        for (;;) {
          const { change } = afterAttempt(event({ retriesMs, steps }), noAnswer, chance);
          failures += 1;
          if (change?.to === 'exhausted') break;
          steps += change?.stepsUsed ?? 0;
        }
        expect(failures).toBe(retriesMs.length + 1);
      }),
    );
  });

  it('a paused endpoint never exhausts an event that has a ladder', () => {
    fc.assert(
      fc.property(anything, ({ subject, answer, chance }) => {
        fc.pre(subject.retriesMs.length > 0);
        const { result, change } = afterAttempt({ ...subject, isEndpointPaused: true }, answer, chance);
        expect(result).not.toBe('exhausted');
        expect(change?.stepsUsed).toBe(0);
      }),
    );
  });
});
