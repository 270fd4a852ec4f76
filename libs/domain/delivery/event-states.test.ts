import { expect, it } from 'vitest';
import { eventStates, eventTransitions, sentStates, statesBefore, untakenStates } from './event-states.js';

it('an event without a callback URL, and one that was delivered, never change', () => {
  expect(eventTransitions.none).toEqual({});
  expect(eventTransitions.delivered).toEqual({});
});

it('a success delivers an event in every other state, by hand or not', () => {
  const open = eventStates.filter((state) => state !== 'none' && state !== 'delivered');
  expect(statesBefore('attempt', 'delivered')).toEqual(open);
  expect(statesBefore('manualAttempt', 'delivered')).toEqual(open);
});

it('a failure of an attempt by hand leads nowhere', () => {
  const others = eventStates.filter((state) => state !== 'delivered');
  expect(others.flatMap((to) => statesBefore('manualAttempt', to))).toEqual([]);
});

it('only a pending event uses a step of the ladder or is exhausted; 410 stops a paused one as well', () => {
  expect(statesBefore('attempt', 'pending')).toEqual(['pending']);
  expect(statesBefore('attempt', 'paused')).toEqual(['pending']);
  expect(statesBefore('attempt', 'exhausted')).toEqual(['pending']);
  expect(statesBefore('attempt', 'stopped')).toEqual(['pending', 'paused']);
});

it('an event is paused and released with its endpoint', () => {
  expect(statesBefore('pause', 'paused')).toEqual(['pending']);
  expect(statesBefore('release', 'pending')).toEqual(['paused']);
});

it('every state but `none` can be sent again, and the untaken ones leave only by a delivery', () => {
  expect(sentStates).toEqual(eventStates.filter((state) => state !== 'none'));
  for (const state of untakenStates) expect(Object.keys(eventTransitions[state])).toEqual(['delivered']);
});
