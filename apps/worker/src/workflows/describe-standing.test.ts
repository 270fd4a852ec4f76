import { expect, it } from 'vitest';
import { describeStanding } from './describe-standing.js';

const until = '2026-01-31T00:00:00.000Z';

it('names each attempt, in its order, with route, MID, provider and state', () => {
  const standing = { phase: 'waiting', status: 'created', provider: 'bank_two', until } as const;
  const attempts = [
    { n: 2, route: 'second', mid: 'mid_two', provider: 'bank_two', state: 'accepted' },
    { n: 1, route: 'first', mid: 'mid_one', provider: 'bank_one', state: 'not_sent' },
  ];
  const [head, ...lines] = describeStanding('payment', standing, attempts).split('\n');
  expect(head).toMatch(/^\*\*created\*\* at provider \*\*bank_two\*\*\. The provider has it\./);
  expect(lines).toEqual([
    '',
    '- attempt 1: route **first**, MID **mid_one**, provider **bank_one**: not sent',
    '- attempt 2: route **second**, MID **mid_two**, provider **bank_two**: accepted',
  ]);
});

it('is one line while nothing was tried', () => {
  expect(describeStanding('payout', { phase: 'unready', status: 'pending', until }, [])).not.toContain('\n');
});
