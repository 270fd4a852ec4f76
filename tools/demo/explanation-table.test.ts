import { expect, it } from 'vitest';
import { explanationTable, type Explanation } from './explanation-table.js';

const asked = { direction: 'payment', method: 'ideal', currency: 'EUR', amount: '20' } as const;

it('shows the decision and a line for each route, in columns', () => {
  const explanation: Explanation = {
    ...asked,
    decision: 'accepted',
    candidates: [
      {
        route: 'closed',
        mid: 'closed',
        provider: 'bank',
        taken: false,
        reason: 'Invalid MID',
        error_code: 32,
        description: 'Mid is disabled',
      },
      { route: 'main', mid: 'main', provider: 'bank', taken: true, position: 1, reason: 'Tried first' },
    ],
  };
  expect(explanationTable(explanation).split('\n')).toEqual([
    'payment ideal 20 EUR: accepted',
    '',
    '     route   mid     provider  why',
    '✖    closed  closed  bank      32 Invalid MID (Mid is disabled)',
    '✔ 1  main    main    bank      Tried first',
  ]);
});

it('says why it is refused, and when there are no routes', () => {
  const explanation: Explanation = {
    ...asked,
    decision: 'refused',
    error_code: 121,
    error_reason: 'Routing failed',
    description: 'No route is configured for this payout',
    candidates: [],
  };
  expect(explanationTable(explanation)).toBe(
    'payment ideal 20 EUR: refused: 121 Routing failed (No route is configured for this payout)\n\nThe project has no routes.',
  );
});

it('shows how much of the counted limits is taken', () => {
  const ends = '2026-02-01T00:00:00.000Z';
  const explanation: Explanation = {
    ...asked,
    decision: 'accepted',
    candidates: [
      { route: 'main', mid: 'main', provider: 'bank', taken: true, position: 1, reason: 'Tried first' },
    ],
    limits: [
      { whose: 'project', per: 'month', amount: { used: '120.50', max: '500' }, ends },
      {
        whose: 'customer',
        per: 'day',
        amount: { used: '0', max: '50' },
        count: { used: 2, max: 5 },
        ends,
      },
    ],
  };
  expect(explanationTable(explanation).split('\n').slice(-3)).toEqual([
    '',
    `limit of the project per month: 120.50 of 500 EUR, until ${ends}`,
    `limit of the customer per day: 0 of 50 EUR, 2 of 5 in number, until ${ends}`,
  ]);
});
