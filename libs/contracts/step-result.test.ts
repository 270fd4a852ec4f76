import { expect, it } from 'vitest';
import { decodeStep, encodeStep, type RecordedStep, type StepResult } from './step-result.js';

const until = '2026-01-31T00:00:00.000Z';
const waiting = { phase: 'waiting', status: 'created', provider: 'bank', until } as const;

const results: readonly [string, StepResult, RecordedStep][] = [
  ['a state alone', { state: waiting }, waiting],
  [
    'a state before the input',
    { state: { phase: 'awaitingInput', status: 'new', until, leftMs: 5 } },
    { phase: 'unready', status: 'new', until, leftMs: 5 },
  ],
  ['a submit', { state: waiting, next: { isJustSent: true } }, { ...waiting, isJustSent: true }],
  [
    'a submit of another run, with a next queue',
    { state: waiting, next: { lookUpDueInMs: 7, queue: 'mid-slow' } },
    { ...waiting, lookUpDueInMs: 7, queue: 'mid-slow' },
  ],
  [
    'a wait that was over when it was started again',
    { state: { phase: 'awaitingInput', status: 'new', until }, next: { isTooLate: true } },
    { phase: 'unready', status: 'new', until, isTooLate: true },
  ],
  [
    'a question without an answer',
    { state: waiting, next: { isUnanswered: true } },
    { ...waiting, isUnanswered: true },
  ],
  [
    'an end with a first delivery',
    { state: { ...waiting, phase: 'final' }, next: { firstDelivery: { attempt: 1, leftMs: 3 } } },
    { ...waiting, phase: 'final', told: { attempt: 1, leftMs: 3 } },
  ],
];

it.each(results)('%s is recorded flat, as before, and read back', (_, result, recorded) => {
  expect(JSON.parse(JSON.stringify(encodeStep(result)))).toEqual(recorded);
  expect(decodeStep(recorded)).toEqual({ next: {}, ...result });
});

it('a history that says `untold` leaves the callback to be delivered', () => {
  expect(decodeStep({ ...waiting, phase: 'final', told: 'untold' }).next?.firstDelivery).toBe('pending');
});
