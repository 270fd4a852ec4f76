import type { ProviderOutcome } from '#domain/transaction/report';
import type { Money } from '#domain/values/money';
import { code, isObject, text } from '../json-body.js';
import { readOutcome, type MappedReport } from '../mapped-report.js';
import { fromStripeUnits } from './currencies.js';
import { referenceKey } from './read-intent.js';

/** The outcome of a refund's `status`, of which its description has the list, and the types of its client none. */
export const refundOutcomes: Readonly<Record<string, ProviderOutcome>> = {
  succeeded: 'success',
  pending: 'open',
  requires_action: 'open',
  failed: 'declined',
  canceled: 'declined',
};

/** A refund, whoever made it. */
export type StripeRefund = {
  readonly id: string;
  /** Absent in one that was made in the dashboard. */
  readonly providerReference: string | undefined;
  /** The PaymentIntent that it gives back. */
  readonly intentId: string | undefined;
  readonly status: string;
  readonly failure: string | undefined;
  readonly money: Money;
};

/** Undefined if it cannot be read whole. */
export function readRefund(body: unknown): StripeRefund | undefined {
  if (!isObject(body) || body.object !== 'refund') return undefined;
  const [id, status] = [code(body.id), text(body.status)];
  const money = fromStripeUnits(body.amount, body.currency);
  if (id === undefined || status === undefined || !money) return undefined;
  const metadata = isObject(body.metadata) ? body.metadata : {};
  return {
    id,
    providerReference: text(metadata[referenceKey]),
    intentId: code(body.payment_intent),
    status,
    failure: code(body.failure_reason),
    money,
  };
}

/** Undefined for a refund that is not ours. */
export function mapRefund(refund: StripeRefund | undefined): MappedReport | undefined {
  if (refund?.providerReference === undefined) return undefined;
  const { id: providerId, providerReference, status, failure, money } = refund;
  const { isMapped, meaning } = readOutcome(refundOutcomes, status);
  const reason = meaning.outcome === 'declined' ? { reason: failure ?? status } : {};
  return { isMapped, report: { providerReference, ...meaning, ...reason, providerId, ...money } };
}
