import type { Challenge } from '#domain/transaction/challenge';
import type { ProviderReport } from '#domain/transaction/report';
import type { Money } from '#domain/values/money';
import { code, isObject, text, webUrl } from '../json-body.js';
import type { MappedReport, Outcomes } from '../mapped-report.js';
import { fromStripeUnits } from './currencies.js';
import { mapIntent, meaningOfFailure, readIntent, type Intent } from './read-intent.js';

/** The outcome of a page by its `status`, as long as its payment says nothing else. */
export const sessionOutcomes = {
  open: 'open',
  complete: 'open',
  expired: 'expired',
} as const satisfies Outcomes;

/** Whether the customer has paid, by `payment_status`. A page without a price is none of ours. */
export const paymentStatuses = {
  paid: true,
  unpaid: false,
  no_payment_required: false,
} as const satisfies Readonly<Record<string, boolean>>;

/** A Checkout Session, as far as it is read. */
export type Session = {
  readonly id: string;
  readonly providerReference: string | undefined;
  readonly status: string;
  readonly isPaid: boolean;
  readonly url: string | undefined;
  readonly money: Money;
  /** The id of its PaymentIntent, which it has once the customer has tried to pay. */
  readonly intentId: string | undefined;
  /** The same, whole, where it was asked for. */
  readonly intent: Intent | undefined;
};

type Meaning = Pick<ProviderReport, 'outcome' | 'reason'> & { readonly challenge?: Challenge };

/** Undefined without id, status and money. */
export function readSession(body: unknown): Session | undefined {
  if (!isObject(body) || body.object !== 'checkout.session') return undefined;
  const [id, status] = [code(body.id), text(body.status)];
  const money = fromStripeUnits(body.amount_total, body.currency);
  if (id === undefined || status === undefined || !money) return undefined;
  const intent = readIntent(body.payment_intent);
  const paymentStatus = String(body.payment_status);
  const statuses: Readonly<Record<string, boolean>> = paymentStatuses;
  return {
    id,
    providerReference: text(body.client_reference_id),
    status,
    isPaid: Object.hasOwn(statuses, paymentStatus) && statuses[paymentStatus] === true,
    url: webUrl(body.url),
    money,
    intentId: intent?.id ?? code(body.payment_intent),
    intent,
  };
}

/**
 * A page together with its payment; undefined for one that is not ours. A failed try ends nothing as long as the page is open. A
 * page may expire while a slow method is still at work: then its payment decides.
 */
export function mapSession(session: Session): MappedReport | undefined {
  const { providerReference, status, intent, intentId, money } = session;
  if (providerReference === undefined) return undefined;
  const mapped = intent && mapIntent(intent);
  if (intent && mapped?.report.providerReference !== providerReference) return undefined;
  if (mapped?.report.outcome === 'success') return mapped;
  if (mapped && status !== 'open' && intent && !hasStopped(intent)) return mapped;
  const { challenge, ...meaning } = meaningOfSession(session);
  return {
    isMapped: Object.hasOwn(sessionOutcomes, status),
    report: {
      providerReference,
      ...meaning,
      ...(intentId !== undefined && { providerId: intentId }),
      ...money,
    },
    ...(challenge && { challenge }),
  };
}

const stopped: readonly string[] = ['canceled', 'requires_payment_method', 'requires_confirmation'];

/** No payment is under way any more. */
function hasStopped({ status }: Intent): boolean {
  return stopped.includes(status);
}

function meaningOfSession({ status, isPaid, url, intent }: Session): Meaning {
  switch (status) {
    case 'open':
      return { outcome: 'open', ...(url !== undefined && { challenge: { type: 'redirect', url } }) };
    case 'complete':
      // Without its payment, as in an event, it says itself that it is paid.
      return intent ? meaningOfFailure(intent.lastError) : { outcome: isPaid ? 'success' : 'open' };
    case 'expired':
      return { outcome: sessionOutcomes.expired, reason: status };
    default:
      return { outcome: 'open' };
  }
}
