import type { LookupResult, PrepareResult, SubmitResult } from '#domain/transaction/report';
import { randomUUID } from 'node:crypto';
import { noAnswer, shared, type Exchange } from '../call-provider.js';
import type { AttemptHandle, CallLimit, PaymentOrder, ProviderAccount } from '../connector.js';
import { readLookUp } from '../mapped-report.js';
import { bodyOf, callStripe, notPrepared, notSent } from './call-stripe.js';
import { toStripeUnits } from './currencies.js';
import type { Form } from './form.js';
import { flowKey, referenceKey } from './read-intent.js';
import { mapSession, readSession } from './read-session.js';
import { withReversals } from './reversals.js';
import { pageLocale, type Way } from './ways.js';

/** Half an hour is the shortest that a page can be open. */
const openMinMs = 31 * 60_000;
/** Longer names are refused. */
const nameMax = 250;
const expand = ['payment_intent.latest_charge'];

/** Nobody can pay on a page before its address is handed out. */
export async function preparePage(
  order: PaymentOrder,
  way: Way,
  { account, limit }: { readonly account: ProviderAccount; readonly limit: CallLimit },
): Promise<PrepareResult> {
  const amount = toStripeUnits(order.money);
  if (amount === undefined) return notSent(`no such amount in ${order.money.currency}`, 'failed');
  const expiresAt = Math.ceil(Math.max(Date.parse(order.payableUntil), Date.now() + openMinMs) / 1_000);
  const form = { ...pageRequest(order, way, amount), expires_at: expiresAt };
  // Another end of the page needs another key; a page that nobody knows expires by itself.
  const idempotencyKey = `${order.providerReference}:page:${expiresAt}`;
  const change = { form, idempotencyKey };
  const exchange = await callStripe({ path: '/v1/checkout/sessions', change }, account, limit);
  const session = readSession(bodyOf(exchange));
  return session?.providerReference === order.providerReference
    ? { kind: 'prepared', prepared: session.id }
    : notPrepared(exchange);
}

/** Holds personal data: never to be logged. */
function pageRequest(order: PaymentOrder, { type }: Way, amount: number): Form {
  const { providerReference, money, description, customer, locale, returnUrl } = order;
  const name = [...(description ?? providerReference)].slice(0, nameMax).join('');
  const metadata = { [referenceKey]: providerReference, [flowKey]: 'page' };
  const price = { currency: money.currency.toLowerCase(), unit_amount: amount, product_data: { name } };
  return {
    mode: 'payment',
    client_reference_id: providerReference,
    metadata,
    payment_intent_data: { metadata, description },
    payment_method_types: [type],
    line_items: [{ quantity: 1, price_data: price }],
    customer_email: customer.email,
    locale: pageLocale(locale),
    // The page takes the order's currency alone.
    adaptive_pricing: { enabled: false },
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

/** Hands the page out. Nobody can pay on one that was not handed out, so whatever fails here is `notSent`. */
export async function submitPage(
  { providerReference }: PaymentOrder,
  id: string,
  { account, limit }: { readonly account: ProviderAccount; readonly limit: CallLimit },
): Promise<SubmitResult> {
  const exchange = await callStripe({ path: pathOf(id), query: { expand } }, account, limit);
  const session = readSession(bodyOf(exchange));
  const mapped = session && mapSession(session);
  const challenge = mapped?.report.providerReference === providerReference ? mapped.challenge : undefined;
  return challenge ? { kind: 'accepted', challenge } : notPrepared(exchange);
}

export async function lookUpPage(
  attempt: AttemptHandle,
  id: string,
  { account, limit }: { readonly account: ProviderAccount; readonly limit: () => CallLimit },
): Promise<LookupResult> {
  const exchange = await callStripe({ path: pathOf(id), query: { expand } }, account, limit());
  const session = readSession(bodyOf(exchange));
  const found = readAnswer(exchange, attempt);
  return withReversals(found, session?.intent, { account, limit });
}

/** Closes the page. One that is paid, or being paid, refuses that: then it is looked up. */
export async function closePage(
  attempt: AttemptHandle,
  id: string,
  { account, limit: whole }: { readonly account: ProviderAccount; readonly limit: CallLimit },
): Promise<LookupResult> {
  const limit = shared(whole);
  // A fresh key each time: Stripe would repeat an earlier refusal for a day.
  const change = { form: { expand }, idempotencyKey: randomUUID() };
  const exchange = await callStripe({ path: `${pathOf(id)}/expire`, change }, account, limit());
  const answer = readAnswer(exchange, attempt);
  return answer.kind === 'found' ? closedByUs(answer) : lookUpPage(attempt, id, { account, limit });
}

/** Stripe has one word for a page that we have closed and for one whose time is over. */
function closedByUs(answer: Extract<LookupResult, { kind: 'found' }>): LookupResult {
  const { report } = answer;
  return report.outcome === 'expired' ? { ...answer, report: { ...report, outcome: 'cancelled' } } : answer;
}

/** Stripe has given us this id, so no answer about it means "not found". */
function readAnswer(exchange: Exchange, { providerReference }: AttemptHandle): LookupResult {
  const session = readSession(bodyOf(exchange));
  const mapped = session && mapSession(session);
  if (!mapped) return noAnswer(exchange);
  return readLookUp(exchange, providerReference, { mapped, isNotFound: false });
}

function pathOf(id: string): string {
  return `/v1/checkout/sessions/${encodeURIComponent(id)}`;
}
