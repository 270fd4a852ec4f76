import { expect, it } from 'vitest';
import type { PeriodLimit } from '../configuration/configuration.js';
import { sampleProject } from '../configuration/testing/samples.js';
import { plannedLimits } from './counted-limits.js';

it.each([
  [{ amounts: { EUR: '500' } }, { amount: '500' }],
  [{ amounts: {}, count: 3 }, { count: 3 }],
  [
    { amounts: { all: '9' }, count: 3 },
    { amount: '9', count: 3 },
  ],
] as const)('a limit of %o is kept as %o and nothing else', (payment: PeriodLimit, kept) => {
  const shop = sampleProject({ countedLimits: { day: { payment } } });
  const configuration = { projects: { shop }, merchants: {}, mids: {} };
  const request = { type: 'payment', currency: 'EUR', customerHashes: [], mids: [] } as const;
  expect(plannedLimits(configuration, 'shop', request)).toStrictEqual([
    { scope: 'project', subject: 'shop', per: 'day', ...kept },
  ]);
});
