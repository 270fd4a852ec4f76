import type { ProviderReport } from '#domain/transaction/report';
import type { CallbackReading, IncomingCallback, ProviderAccount } from '../connector.js';
import { code, isObject, parseJson, text } from '../json-body.js';
import { apiVersion } from './call-stripe.js';
import { isClosedUnasked, mapIntent, notWanted, readIntent, referenceKey } from './read-intent.js';
import { mapRefund, readRefund } from './read-refund.js';
import { mapSession, readSession } from './read-session.js';
import { signersOf } from './signature.js';

type Event = {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
};

/** What an event is about, for a look-up. */
type Hint = { readonly providerReference: string } | { readonly providerId: string };

/**
 * Reads an event. Events come in any order, and more than once. One in another version than ours is a hint; so is one that
 * names only Stripe's own id of a payment, such as that of a dispute.
 */
export function readCallback(
  callback: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseJson(callback.rawBody.toString('utf8'));
  const object = isObject(body) && isObject(body.data) ? body.data.object : undefined;
  if (!isObject(body) || !isObject(object)) return { kind: 'unreadable' };
  const [eventId, type] = [code(body.id), text(body.type)];
  if (eventId === undefined || type === undefined) return { kind: 'unreadable' };
  const mids = signersOf(callback, accounts, new Date());
  const signature = mids.length > 0 ? 'right' : 'wrong';
  const event = { type, object };
  const report = body.api_version === apiVersion ? reportOf(event) : undefined;
  if (report) return { kind: 'read', signature, mids, eventId, report };
  const hint = isNews(event) ? hintOf(event) : undefined;
  if (hint) return { kind: 'hint', ...hint, signature };
  return signature === 'right' ? { kind: 'unrelated' } : { kind: 'unreadable' };
}

/** Events that end a payment or a refund, by the object that they show. */
const readers: Readonly<Record<string, (object: Event['object']) => ProviderReport | undefined>> = {
  'payment_intent.succeeded': reportOfIntent,
  'payment_intent.canceled': reportOfIntent,
  'payment_intent.payment_failed': reportOfIntent,
  'checkout.session.completed': reportOfSession,
  'checkout.session.async_payment_succeeded': reportOfSession,
  'refund.created': reportOfRefund,
  'refund.updated': reportOfRefund,
  'refund.failed': reportOfRefund,
};

/** Undefined if it ends nothing; then it may be news all the same. */
function reportOf({ type, object }: Event): ProviderReport | undefined {
  const report = Object.hasOwn(readers, type) ? readers[type]?.(object) : undefined;
  return report?.outcome === 'open' ? undefined : report;
}

/**
 * A page decides itself how it ends: of its payment, only that it is paid counts. What we have cancelled is for a look-up, which
 * knows whether it was taken, and whether its time was over.
 */
function reportOfIntent(object: Event['object']): ProviderReport | undefined {
  const intent = readIntent(object);
  const isOurCancel = intent?.status === 'canceled' && intent.cancellationReason === notWanted;
  if (!intent || isOurCancel || isClosedUnasked(intent)) return undefined;
  const report = mapIntent(intent)?.report;
  return intent.flow === 'page' && report?.outcome !== 'success' ? undefined : report;
}

/**
 * A page that has expired is for a look-up: its customer's payment may be under way, or we have closed it, for which Stripe has
 * the same word.
 */
function reportOfSession(object: Event['object']): ProviderReport | undefined {
  const session = readSession(object);
  return session && session.status !== 'expired' ? mapSession(session)?.report : undefined;
}

function reportOfRefund(object: Event['object']): ProviderReport | undefined {
  return mapRefund(readRefund(object))?.report;
}

/** Families of events that tell of a payment, or of its money afterwards. */
const news =
  /^(?:payment_intent|checkout\.session|charge|charge\.dispute|charge\.refund|refund|radar\.early_fraud_warning)\.[a-z_]+$/;
/** Of them, those that tell nothing that we do not know. */
const stale: readonly string[] = [
  'payment_intent.created',
  'charge.succeeded',
  'charge.failed',
  'charge.pending',
];

/** A page's failed try is none: its customer tries again. */
function isNews({ type, object }: Event): boolean {
  const isFailedTry = type === 'payment_intent.payment_failed' && readIntent(object)?.flow === 'page';
  return news.test(type) && !stale.includes(type) && !isFailedTry;
}

/** Our reference, which a charge has from its payment; else Stripe's id of the payment. */
function hintOf({ object }: Event): Hint | undefined {
  const metadata = isObject(object.metadata) ? object.metadata : {};
  const providerReference = text(metadata[referenceKey]) ?? text(object.client_reference_id);
  if (providerReference !== undefined) return { providerReference };
  const providerId = object.object === 'payment_intent' ? code(object.id) : code(object.payment_intent);
  return providerId === undefined ? undefined : { providerId };
}
