import type { SubmitResult } from '#domain/transaction/report';
import { callProvider, urlBelow, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';
import { code, isObject, text } from '../json-body.js';
import { meaningOf } from './error-codes.js';
import { encodeForm, type Form } from './form.js';

/** The version that requests ask for and whose events are read. */
export const apiVersion = '2026-08-26.dahlia';

type StripeCall = {
  /** Below the provider's base URL. */
  readonly path: string;
  readonly query?: Form;
  /** For a call that changes something. */
  readonly change?: { readonly form: Form; readonly idempotencyKey: string };
};

/** Makes one call with the account's secret key, without retries. Never throws. */
export async function callStripe(
  { path, query, change }: StripeCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { secret_key: secretKey } = account.credentials;
  if (secretKey === undefined) return { kind: 'neverSent', detail: 'credentials missing' };
  const url = urlBelow(account, query ? `${path}?${encodeForm(query)}` : path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const always = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };
  if (!change) return callProvider({ method: 'GET', url, headers: always, body: '' }, limit);
  const { form, idempotencyKey } = change;
  const headers = {
    ...always,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': idempotencyKey,
  };
  return callProvider({ method: 'POST', url, headers, body: encodeForm(form) }, limit);
}

/** The object of a successful answer. */
export function bodyOf(exchange: Exchange): unknown {
  return exchange.kind === 'answered' && exchange.status === 200 ? exchange.body : undefined;
}

/** Stripe's own error; undefined if the answer does not have the form of one. */
export type Fault = {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly declineCode: string | undefined;
  readonly adviceCode: string | undefined;
  /** The intent that the failed request was about. */
  readonly intent: unknown;
};

export function faultOf(exchange: Exchange): Fault | undefined {
  if (exchange.kind !== 'answered' || exchange.status === 200 || !isObject(exchange.body)) return undefined;
  const { error } = exchange.body;
  const type = isObject(error) ? text(error.type) : undefined;
  if (!isObject(error) || type === undefined) return undefined;
  return {
    status: exchange.status,
    type,
    code: code(error.code),
    declineCode: code(error.decline_code),
    adviceCode: code(error.advice_code),
    intent: error.payment_intent,
  };
}

/**
 * The refusals of a call that moves money which prove that nothing was done: a key without the right, a request that fails
 * the check before anything is executed, an object that this key cannot see. Not among them: 429, and every other 4xx.
 */
export function refusalOf(exchange: Exchange): Extract<SubmitResult, { kind: 'notSent' }> | undefined {
  const fault = faultOf(exchange);
  if (!fault) return undefined;
  const { status, code: word = '' } = fault;
  const isClosed = status === 401 || status === 403;
  const isMisread = status === 400 && meaningOf(word) === 'refused';
  const isUnknownThere = status === 404 && word === 'resource_missing';
  return isClosed || isMisread || isUnknownThere ? notSent(describe(fault), 'failed') : undefined;
}

/** A preparation has failed: no money can move. */
export function notPrepared(exchange: Exchange): Extract<SubmitResult, { kind: 'notSent' }> {
  if (exchange.kind !== 'answered') return notSent(exchange.detail);
  const fault = faultOf(exchange);
  const detail = fault ? describe(fault) : `status ${exchange.status}`;
  return exchange.status >= 500 || exchange.status === 429 ? notSent(detail) : notSent(detail, 'failed');
}

export function notSent(detail: string, error?: 'failed'): Extract<SubmitResult, { kind: 'notSent' }> {
  return { kind: 'notSent', detail, ...(error && { error }) };
}

/** Its sentences may repeat what was sent; its codes do not. */
function describe({ status, code: word }: Fault): string {
  return word === undefined ? `status ${status}` : `status ${status}, ${word}`;
}
