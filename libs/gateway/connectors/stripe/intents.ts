import { randomUUID } from 'node:crypto';
import type { LookupResult, PrepareResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, shared, type Exchange } from '../call-provider.js';
import type { AttemptHandle, CallLimit, CardData, PaymentOrder, ProviderAccount } from '../connector.js';
import { code, isObject } from '../json-body.js';
import { readSubmit } from '../mapped-report.js';
import { bodyOf, callStripe, faultOf, notPrepared, notSent, refusalOf } from './call-stripe.js';
import { fromStripeUnits, toStripeUnits } from './currencies.js';
import { isSoftDecline, mayTryAgain } from './declines.js';
import type { Form } from './form.js';
import { amountRemaining } from './read-challenge.js';
import {
  declineOf,
  flowKey,
  isClosedUnasked,
  isUnasked,
  mapIntent,
  meaningOfFailure,
  neverAsked,
  notWanted,
  readIntent,
  referenceKey,
  type Intent,
} from './read-intent.js';
import { withReversals } from './reversals.js';
import { fullName, type Way } from './ways.js';

type Asking = { readonly account: ProviderAccount; readonly limit: CallLimit };
type SharedAsking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };

const expand = ['latest_charge'];

/** A PaymentIntent that is not confirmed moves no money. Its id is the handle of every later look-up. */
export async function prepareIntent(
  order: PaymentOrder,
  way: Way,
  { account, limit: whole }: Asking,
): Promise<PrepareResult> {
  const { providerReference, money } = order;
  const limit = shared(whole);
  const amount = toStripeUnits(money);
  if (amount === undefined) return notSent(`no such amount in ${money.currency}`, 'failed');
  const customer = way.needsCustomer && (await createCustomer(order, { account, limit: limit() }));
  if (typeof customer === 'object') return customer;
  const change = {
    form: { ...intentRequest(order, way, amount), customer },
    idempotencyKey: `${providerReference}:intent`,
  };
  const exchange = await callStripe({ path: '/v1/payment_intents', change }, account, limit());
  const intent = readIntent(bodyOf(exchange));
  return intent?.providerReference === providerReference
    ? { kind: 'prepared', prepared: intent.id }
    : notPrepared(exchange);
}

/** Holds personal data, as do the two below: never to be logged. */
function intentRequest(order: PaymentOrder, way: Way, amount: number): Form {
  const { providerReference, money, description, card } = order;
  const { type, options } = way;
  return {
    amount,
    currency: money.currency.toLowerCase(),
    description,
    metadata: { [referenceKey]: providerReference, [flowKey]: 'direct' },
    payment_method_types: [type],
    // A card comes with the confirmation.
    payment_method_data: card ? undefined : { type, billing_details: billingDetails(order, way) },
    payment_method_options: options && { [type]: options(order) },
  };
}

function billingDetails(
  { customer }: PaymentOrder,
  { takesTaxNumber }: Pick<Way, 'takesTaxNumber'> = {},
): Form {
  const { email, itn } = customer;
  return { name: fullName(customer), email, tax_id: takesTaxNumber && itn };
}

async function createCustomer(
  order: PaymentOrder,
  { account, limit }: Asking,
): Promise<string | Extract<PrepareResult, { kind: 'notSent' }>> {
  const { providerReference, customer } = order;
  const metadata = { [referenceKey]: providerReference };
  const form = { name: fullName(customer), email: customer.email, metadata };
  const change = { form, idempotencyKey: `${providerReference}:customer` };
  const exchange = await callStripe({ path: '/v1/customers', change }, account, limit);
  return idOf(exchange) ?? notPrepared(exchange);
}

/** Confirms the intent, once. A second confirmation of one that is paid is refused, whatever its key. */
export async function submitIntent(
  order: PaymentOrder,
  id: string,
  { account, limit: whole }: Asking,
): Promise<SubmitResult> {
  const { providerReference, returnUrl, card } = order;
  const rest = shared(whole);
  const paymentMethod = card && (await createCard(order, card, { account, limit: rest() }));
  if (typeof paymentMethod === 'object') return paymentMethod;
  const form = { return_url: returnUrl, payment_method: paymentMethod, expand };
  const change = { form, idempotencyKey: `${providerReference}:confirm` };
  const limit = whole.sendBy ? { ...rest(), sendBy: whole.sendBy } : rest();
  const exchange = await callStripe({ path: `${pathOf(id)}/confirm`, change }, account, limit);
  return translateConfirmation(exchange, providerReference);
}

/**
 * Moves no money, so that every failure of it is `notSent`, or the card's own. An account without a grant is said to be refused
 * with 402 as well, but not by an error of the card.
 */
async function createCard(
  order: PaymentOrder,
  { pan, cvv, expMonth, expYear }: CardData,
  { account, limit }: Asking,
): Promise<string | SubmitResult> {
  const { providerReference } = order;
  const card = { number: pan, exp_month: expMonth, exp_year: expYear, cvc: cvv };
  const form = { type: 'card', card, billing_details: billingDetails(order) };
  const change = { form, idempotencyKey: `${providerReference}:card` };
  const exchange = await callStripe({ path: '/v1/payment_methods', change }, account, limit);
  const id = idOf(exchange);
  if (id !== undefined) return id;
  const fault = faultOf(exchange);
  if (fault?.status !== 402 || fault.type !== 'card_error') return notPrepared(exchange);
  const meaning = meaningOfFailure({ code: fault.code, decline_code: fault.declineCode });
  return {
    kind: 'declined',
    soft: isSoftDecline(fault),
    report: {
      providerReference,
      outcome: 'declined',
      reason: meaning.reason ?? 'failed',
      ...(mayTryAgain(fault) && { mayTryAgain: true }),
    },
  };
}

/** Only an intent with our reference is an answer. The intent in an error counts only if it says that the payment has failed. */
export function translateConfirmation(exchange: Exchange, providerReference: string): SubmitResult {
  const fault = faultOf(exchange);
  const failed = fault?.status === 402 ? readIntent(fault.intent) : undefined;
  const intent = readIntent(bodyOf(exchange)) ?? (failed?.lastError ? failed : undefined);
  const isAnswer = intent && !isUnasked(intent) && (!failed || intent.status === 'requires_payment_method');
  const mapped = isAnswer ? mapIntent(intent) : undefined;
  const result = readSubmit(exchange, providerReference, { mapped, refusal: refusalOf(exchange) });
  return result.kind === 'declined'
    ? { ...result, soft: isSoftDecline(declineOf(intent?.lastError)) }
    : result;
}

export async function lookUpIntent(
  attempt: AttemptHandle,
  id: string,
  asking: SharedAsking,
): Promise<LookupResult> {
  const { answer, intent } = await show(attempt, id, asking);
  return withReversals(answer, intent, asking);
}

/** With its charge, which alone shows that money went back: the intent goes on saying that it succeeded. */
async function show(attempt: AttemptHandle, id: string, { account, limit }: SharedAsking) {
  const exchange = await callStripe({ path: pathOf(id), query: { expand } }, account, limit());
  return { answer: readAnswer(exchange, attempt), intent: readIntent(bodyOf(exchange)) };
}

/**
 * Cancels the intent; a confirmation that comes after that is refused. "Not found": nobody had asked for the money, and nobody
 * can any more.
 */
export async function cancelIntent(
  attempt: AttemptHandle,
  id: string,
  { account, limit: whole }: Asking,
): Promise<LookupResult> {
  const asking = { account, limit: shared(whole) };
  const { answer: before, intent } = await show(attempt, id, asking);
  if (!intent || !isCancellable(before, intent)) return withReversals(before, intent, asking);
  if (hasReceived(intent)) return partReceived(intent, attempt) ?? before;
  const isUnknown = before.kind === 'notFound';
  const form = { cancellation_reason: isUnknown ? neverAsked : notWanted, expand };
  // A fresh key each time: Stripe would repeat an earlier refusal for a day.
  const change = { form, idempotencyKey: randomUUID() };
  const exchange = await callStripe({ path: `${pathOf(id)}/cancel`, change }, account, asking.limit());
  const isCancelled = readIntent(bodyOf(exchange))?.status === 'canceled';
  const told = isCancelled ? readAnswer(exchange, attempt) : noAnswer(exchange);
  if (told.kind !== 'noAnswer') return isUnknown ? { kind: 'notFound' } : told;
  // Stripe refuses to cancel what is over or being paid. While it can still be confirmed, "not found" would say too much.
  const after = await show(attempt, id, asking);
  const isStillOpen = after.answer.kind === 'notFound' && after.intent?.status !== 'canceled';
  return isStillOpen ? told : withReversals(after.answer, after.intent, asking);
}

function isCancellable(before: LookupResult, { status }: Intent): boolean {
  return status !== 'canceled' && (before.kind === 'notFound' || isOpen(before));
}

function isOpen(answer: LookupResult): boolean {
  return answer.kind === 'found' && answer.report.outcome === 'open';
}

/** Whether a transfer has paid a part of it, or all of it a moment ago. */
function hasReceived({ money, nextAction }: Intent): boolean {
  const [whole, remaining] = [toStripeUnits(money), amountRemaining(nextAction)];
  return whole !== undefined && remaining !== undefined && remaining < whole;
}

/**
 * A part is not cancelled, because the money would stay in the customer's balance at Stripe, and nobody would know. It is told as a success
 * of what has come, which is another amount than ours, so that a person decides (contract §9).
 */
function partReceived(intent: Intent, { providerReference }: AttemptHandle): LookupResult | undefined {
  const { id: providerId, money, nextAction } = intent;
  const [whole = 0, remaining = 0] = [toStripeUnits(money), amountRemaining(nextAction)];
  const received = fromStripeUnits(whole - remaining, money.currency.toLowerCase());
  if (!received || remaining <= 0) return undefined;
  return { kind: 'found', report: { providerReference, outcome: 'success', providerId, ...received } };
}

function readAnswer(exchange: Exchange, { providerReference, providerId }: AttemptHandle): LookupResult {
  const intent = readIntent(bodyOf(exchange));
  // Stripe has given us this id, so neither a 404 nor another reference is an answer.
  if (intent?.providerReference !== providerReference) return noAnswer(exchange);
  const isClosed = isClosedUnasked(intent) && providerId === undefined;
  const mapped = mapIntent(intent);
  if (isUnasked(intent) || isClosed || !mapped) return { kind: 'notFound' };
  const { report, challenge } = mapped;
  return { kind: 'found', report, ...(challenge && { challenge }) };
}

function idOf(exchange: Exchange): string | undefined {
  const body = bodyOf(exchange);
  return isObject(body) ? code(body.id) : undefined;
}

function pathOf(id: string): string {
  return `/v1/payment_intents/${encodeURIComponent(id)}`;
}
