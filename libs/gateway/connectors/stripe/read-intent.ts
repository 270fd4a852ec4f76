import type { ProviderOutcome, ProviderReport } from '#domain/transaction/report';
import type { Money } from '#domain/values/money';
import { code, isObject, text } from '../json-body.js';
import type { MappedReport, Outcomes } from '../mapped-report.js';
import { fromStripeUnits } from './currencies.js';
import { mayTryAgain } from './declines.js';
import { meaningOf } from './error-codes.js';
import { readChallenge } from './read-challenge.js';

/** Keys of the metadata that we write; a charge has those of its intent. */
export const referenceKey = 'gateway_reference';
export const flowKey = 'gateway_flow';

/** `page`: the customer pays on Stripe's page, and may try again there as long as it is open. */
type Flow = 'page' | 'direct';

/**
 * The outcome of a PaymentIntent's `status`. `requires_payment_method` is its state before anything was tried, and after a
 * failure, which its last error tells.
 */
export const intentOutcomes = {
  succeeded: 'success',
  canceled: 'cancelled',
  processing: 'open',
  requires_action: 'open',
  requires_capture: 'open',
  requires_confirmation: 'open',
  requires_payment_method: 'open',
} as const satisfies Outcomes;

/** The outcome of a cancelled one by its `cancellation_reason`. */
export const cancellations = {
  abandoned: 'cancelled',
  automatic: 'expired',
  duplicate: 'cancelled',
  expired: 'expired',
  failed_invoice: 'cancelled',
  fraudulent: 'cancelled',
  requested_by_customer: 'cancelled',
  void_invoice: 'cancelled',
} as const satisfies Outcomes;

/** Our reasons to cancel an intent: it was never confirmed, for which alone we give this reason; or it is no longer to be paid. */
export const neverAsked = 'abandoned';
export const notWanted = 'requested_by_customer';

/** A PaymentIntent, as far as it is read. */
export type Intent = {
  readonly id: string;
  /** Absent in one that is not ours. */
  readonly providerReference: string | undefined;
  readonly flow: Flow;
  readonly status: string;
  readonly cancellationReason: string | undefined;
  readonly lastError: Readonly<Record<string, unknown>> | undefined;
  readonly hasCharge: boolean;
  /** What is to be paid, or was. */
  readonly money: Money;
  readonly nextAction: unknown;
  readonly charge: unknown;
};

/** Undefined without id, status and money. */
export function readIntent(body: unknown): Intent | undefined {
  if (!isObject(body) || body.object !== 'payment_intent') return undefined;
  const [id, status] = [code(body.id), text(body.status)];
  const isPaid = status === 'succeeded';
  const money = fromStripeUnits(isPaid ? body.amount_received : body.amount, body.currency);
  if (id === undefined || status === undefined || !money) return undefined;
  const metadata = isObject(body.metadata) ? body.metadata : {};
  return {
    id,
    providerReference: text(metadata[referenceKey]),
    flow: metadata[flowKey] === 'page' ? 'page' : 'direct',
    status,
    cancellationReason: code(body.cancellation_reason),
    lastError: isObject(body.last_payment_error) ? body.last_payment_error : undefined,
    hasCharge: body.latest_charge !== null && body.latest_charge !== undefined,
    money,
    nextAction: body.next_action,
    charge: body.latest_charge,
  };
}

const notConfirmed: readonly string[] = ['requires_payment_method', 'requires_confirmation'];

/** Stripe's explicit word that nobody has asked for the money: it was neither confirmed nor tried. */
export function isUnasked({ status, lastError, hasCharge }: Intent): boolean {
  return notConfirmed.includes(status) && lastError === undefined && !hasCharge;
}

/** Cancelled by us before anybody asked for the money. */
export function isClosedUnasked({ status, cancellationReason, lastError, hasCharge }: Intent): boolean {
  return status === 'canceled' && cancellationReason === neverAsked && lastError === undefined && !hasCharge;
}

/** Undefined for an intent that is not ours. */
export function mapIntent(intent: Intent): MappedReport | undefined {
  const { id: providerId, providerReference, status, money, nextAction } = intent;
  if (providerReference === undefined) return undefined;
  const meaning = meaningOfIntent(intent);
  const report: ProviderReport = { providerReference, ...meaning, providerId, ...money };
  const challenge = status === 'requires_action' ? readChallenge(nextAction) : undefined;
  return { report, isMapped: Object.hasOwn(intentOutcomes, status), ...(challenge && { challenge }) };
}

function meaningOfIntent(intent: Intent): Pick<ProviderReport, 'outcome' | 'reason' | 'mayTryAgain'> {
  const { status, flow, cancellationReason: reason } = intent;
  if (status === 'requires_payment_method' && flow === 'direct') return meaningOfDirect(intent.lastError);
  if (status !== 'canceled') return { outcome: outcomeOf(intentOutcomes, status) };
  return { outcome: outcomeOf(cancellations, reason ?? 'abandoned', 'cancelled'), reason: reason ?? status };
}

/** A card that our own page has asked for. */
function meaningOfDirect(lastError: Intent['lastError']): ReturnType<typeof meaningOfIntent> {
  const meaning = meaningOfFailure(lastError);
  const isOpen = meaning.outcome === 'declined' && mayTryAgain(declineOf(lastError));
  return { ...meaning, ...(isOpen && { mayTryAgain: true }) };
}

/** The codes of a failure. */
export function declineOf(lastError: Intent['lastError']): Parameters<typeof mayTryAgain>[0] {
  return {
    code: code(lastError?.code),
    declineCode: code(lastError?.decline_code),
    adviceCode: code(lastError?.advice_code),
  };
}

/** How the only try of a payment failed. Nobody has the intent's secret, so that nobody can try once more. */
export function meaningOfFailure(lastError: Intent['lastError']): Pick<ProviderReport, 'outcome' | 'reason'> {
  if (lastError === undefined) return { outcome: 'open' };
  const word = code(lastError.code);
  const outcome = meaningOf(word ?? '') === 'expired' ? 'expired' : 'declined';
  return { outcome, reason: code(lastError.decline_code) ?? word ?? 'failed' };
}

function outcomeOf(outcomes: Outcomes, word: string, otherwise: ProviderOutcome = 'open'): ProviderOutcome {
  return (Object.hasOwn(outcomes, word) ? outcomes[word] : undefined) ?? otherwise;
}
