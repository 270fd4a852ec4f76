import { describe, expect, it } from 'vitest';
import { needsApproval, refundsMax } from './project-refunds.js';

describe('a refund waits for a person (contract §15.7)', () => {
  const approvalAbove = { EUR: '100', BHD: '10.5' };

  it.each([
    ['100.01', 'EUR', true],
    ['100', 'EUR', false],
    ['100.00', 'EUR', false],
    ['10.501', 'BHD', true],
    ['10.5', 'BHD', false],
    ['1000000', 'USD', false],
  ])('%s %s: %s', (amount, currency, held) => {
    expect(needsApproval({ amount, currency }, { approvalAbove })).toBe(held);
  });
});

it('as many refunds of a payment count as the project allows, and one where the provider makes one only', () => {
  const project = { maxPerPayment: 20 };
  expect([refundsMax(project, 'several'), refundsMax(project, 'whole'), refundsMax(project, 'one')]).toEqual([
    20, 20, 1,
  ]);
});
