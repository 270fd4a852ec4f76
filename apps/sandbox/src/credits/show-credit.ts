import type { Credit } from './credit.js';

/** The credit on the wire, in answers and notifications. */
export function showCredit(credit: Credit): Record<string, unknown> {
  return {
    credit: credit.id,
    order: credit.order,
    state: credit.end?.state ?? 'QUEUED',
    value: credit.value,
    iso: credit.iso,
    rail: credit.rail,
    ...(credit.bank !== undefined && { bank: credit.bank }),
    ...(credit.language !== undefined && { language: credit.language }),
    opened_at: credit.openedAt,
    ...(credit.end !== undefined && {
      reason: credit.end.reason,
      ended_at: credit.end.endedAt,
      ...(credit.end.creditedValue !== undefined && { credited_value: credit.end.creditedValue }),
    }),
  };
}
