import { expect, it } from 'vitest';
import { describeState } from './describe-state.js';

const until = '2026-01-31T00:00:00.000Z';

it('lists the attempts in order, each with route, MID, provider and state', () => {
  const state = { phase: 'waiting', status: 'created', provider: 'bank_two', until } as const;
  const attempts = [
    { n: 2, route: 'second', mid: 'mid_two', provider: 'bank_two', state: 'accepted' },
    { n: 1, route: 'first', mid: 'mid_one', provider: 'bank_one', state: 'not_sent' },
  ];
  const [head, ...lines] = describeState('payment', state, attempts).split('\n');
  expect(head).toMatch(/^\*\*created\*\* at provider \*\*bank_two\*\*\. The provider has accepted it\./);
  expect(lines).toEqual([
    '',
    '- attempt 1: route **first**, MID **mid_one**, provider **bank_one**: not sent',
    '- attempt 2: route **second**, MID **mid_two**, provider **bank_two**: accepted',
  ]);
});

it('is one line before the first attempt', () => {
  expect(describeState('payout', { phase: 'awaitingInput', status: 'pending', until }, [])).not.toContain(
    '\n',
  );
});

it.each([
  [undefined, /^\*\*declined\*\*\. It has ended\. Delivering the callback;/],
  ['delivered', /It has ended\. The merchant has accepted the callback\.$/],
  ['exhausted', /never accepted the callback, and it is no longer retried/],
  ['paused', /not delivered yet, because its endpoint is paused/],
  ['stopped', /answered 410/],
  ['none', /There is no callback for it/],
] as const)('shows the state of the callback after the end: %s', (delivery, text) => {
  expect(describeState('payment', { phase: 'final', status: 'declined', until }, [], delivery)).toMatch(text);
});
