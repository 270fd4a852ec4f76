import type { TransactionType } from '../transaction/status.js';
import type { Refusal } from './refusal.js';

/** Routing looks at data in memory; whoever needs longer was stalled, and his caller may be gone. */
const routingDeadlineMs = 5_000;

const late = { payment: 'paymentRoutingTimeout', payout: 'payoutRoutingTimeout' } as const;

/**
 * Contract §3: routing that is slower than its own deadline refuses the request, whatever it found, before anything is
 * registered. `clock` in milliseconds, never set back.
 */
export function routeInTime<Found>(
  type: TransactionType,
  route: () => Found,
  clock: () => number,
): Found | Refusal {
  const startedAt = clock();
  const found = route();
  return clock() - startedAt > routingDeadlineMs ? { kind: 'refused', error: late[type] } : found;
}
