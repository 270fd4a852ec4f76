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
    description: 'No route',
    candidates: [],
  };
  expect(explanationTable(explanation)).toBe(
    'payment ideal 20 EUR: refused: 121 Routing failed (No route)\n\nThe project has no routes.',
  );
});
