import { finalErrors } from './final-errors.js';
import { refusals } from './refusals.js';
import { routingRefusals } from './routing-refusals.js';
import type { TransactionType } from '../transaction/status.js';
import type { ErrorCondition } from './error-condition.js';

/** Every condition of contract §12 and §3, the only source of error codes and reasons. */
export const errorCatalogue = { ...refusals, ...routingRefusals, ...finalErrors } as const;

export type ErrorKey = keyof typeof errorCatalogue;

/** The answer of a call that timed out; the outcome is still unknown (contract §4). */
export const timeoutErrors = {
  payment: 'paymentTimeout',
  payout: 'payoutTimeout',
  refund: 'refundTimeout',
} as const satisfies Readonly<Record<TransactionType, ErrorKey>>;

/** Looks one condition up. */
export function errorOf(key: ErrorKey): ErrorCondition {
  return errorCatalogue[key];
}
