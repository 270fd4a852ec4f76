import { exampleInstant } from './response-examples.js';

const asked = { direction: 'payment', method: 'ideal', currency: 'EUR', amount: '10.10' };

export const explanationExample = {
  ...asked,
  decision: 'accepted',
  candidates: [
    { route: 'first', provider: 'bank_one', mid: 'first', taken: true, position: 1, reason: 'Tried first' },
    {
      route: 'second',
      provider: 'bank_two',
      mid: 'second',
      taken: false,
      reason: 'Limit exceeded',
      error_code: 1132,
      description: 'amount: outside the limits of the provider',
    },
  ],
  limits: [
    {
      whose: 'customer',
      per: 'day',
      amount: { used: '120.50', max: '500' },
      count: { used: 2, max: 5 },
      ends: '2026-02-01T00:00:00.000Z',
    },
  ],
  timestamp: exampleInstant,
};

export const refusedExplanationExample = {
  ...asked,
  decision: 'refused',
  error_code: 121,
  error_reason: 'Route is invalid',
  description: 'The provider is disabled',
  candidates: [
    {
      route: 'first',
      provider: 'bank_one',
      mid: 'first',
      taken: false,
      reason: 'Route is invalid',
      error_code: 121,
      description: 'The provider is disabled',
    },
  ],
  timestamp: exampleInstant,
};
