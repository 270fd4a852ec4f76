import { compareAmounts, type Money } from '../values/money.js';
import type { RefundParts } from './refund-terms.js';

/**
 * The account of the books that refunds take their money from (contract §15.7). `collected`: what payments brought in, which
 * may go below zero; `available`: checked and reserved, as for a payout.
 */
export const refundSources = ['collected', 'available'] as const;
type RefundSource = (typeof refundSources)[number];

/** What holds for the refunds that a project makes. */
export type ProjectRefunds = {
  /** From the end of a payment on; absent: as long as rail and provider allow. */
  readonly withinMs?: number;
  /** Refunds of one payment that are pending, or successful and not wholly returned. */
  readonly maxPerPayment: number;
  readonly from: RefundSource;
  /** By currency: a refund above this amount is held until a person approves it. */
  readonly approvalAbove: Readonly<Record<string, string>>;
};

/** What holds where a project says nothing. */
export const usualRefunds: ProjectRefunds = { maxPerPayment: 20, from: 'collected', approvalAbove: {} };

/** Exactly the limit is not above it. */
export function needsApproval(
  { amount, currency }: Money,
  { approvalAbove }: Pick<ProjectRefunds, 'approvalAbove'>,
): boolean {
  const limit = approvalAbove[currency];
  return limit !== undefined && compareAmounts(amount, limit) > 0;
}

/** How many refunds of one payment may count at a provider that makes such parts. */
export function refundsMax(
  { maxPerPayment }: Pick<ProjectRefunds, 'maxPerPayment'>,
  parts: RefundParts,
): number {
  return parts === 'one' ? 1 : maxPerPayment;
}
