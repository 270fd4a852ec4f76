import { randomUUID } from 'node:crypto';
import { callProvider, urlBelow, type Exchange } from '#gateway/connectors/call-provider';
import type { AttemptHandle, PaymentOrder, ProviderAccount } from '#gateway/connectors/connector';
import { isObject } from '#gateway/connectors/json-body';
import { bodyOf, callStripe, faultOf } from '#gateway/connectors/stripe/call-stripe';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import type { Form } from '#gateway/connectors/stripe/form';
import { translateConfirmation } from '#gateway/connectors/stripe/intents';

const { payment } = stripeConnector;
const { cancel: cancelOrLookUp = payment.lookUp } = payment;
export const limit = { timeoutMs: 20_000 };

/** A point cannot be tried by a program, or at this account. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** A point got another answer than it needs to go on: what it was. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export type Body = Readonly<Record<string, unknown>>;
export type Handle = PaymentOrder & { readonly prepared: string };

/** How long a trial waits, in milliseconds. */
export type Patience = {
  /** Between two questions for what comes within a minute. */
  readonly pauseMs: number;
  /** Until what Stripe simulates three minutes later has come. */
  readonly slowMs: number;
};

export type Bench = ReturnType<typeof openBench>;

/** How often something that comes within a minute is asked for. */
const questions = 60;

/** What the points of a trial work with: payments of the test mode, each of which is closed again. */
export function openBench(given: ProviderAccount, { pauseMs, slowMs }: Patience) {
  // Without it, the connector would not prepare a payment by card but a page.
  const account: ProviderAccount = { ...given, credentials: { ...given.credentials, raw_cards: 'granted' } };
  /** Ids of pages and intents that may be open. */
  const made = new Set<string>();
  const pause = (ms = pauseMs) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  const get = (path: string, query?: Form) => callStripe({ path, ...(query && { query }) }, account, limit);
  const post = (path: string, form: Form = {}, idempotencyKey: string = randomUUID()) =>
    callStripe({ path, change: { form, idempotencyKey } }, account, limit);

  async function prepare(order: PaymentOrder, by: ProviderAccount = account): Promise<Handle> {
    const result = await payment.prepare?.(order, by, limit);
    if (result?.kind !== 'prepared' || result.prepared === undefined)
      throw new Stopped(`not prepared: ${result?.kind === 'notSent' ? result.detail : ''}`);
    made.add(result.prepared);
    return { ...order, prepared: result.prepared };
  }

  const pathOf = (id: string) =>
    `/v1/${id.startsWith('cs_') ? 'checkout/sessions' : 'payment_intents'}/${id}`;
  const show = async (id: string) => objectOf(await get(pathOf(id)));

  /** As the connector confirms, but with one of Stripe's test cards, which need no grant. */
  async function confirm({ prepared, providerReference, returnUrl }: Handle, card: string, key?: string) {
    const form = { payment_method: card, return_url: returnUrl, expand: ['latest_charge'] };
    const exchange = await post(`${pathOf(prepared)}/confirm`, form, key);
    return { exchange, result: translateConfirmation(exchange, providerReference) };
  }

  async function chargesOf({ prepared }: { readonly prepared: string }): Promise<number> {
    const { data } = objectOf(await get('/v1/charges', { payment_intent: prepared, limit: 100 }));
    return rowsOf(data).filter(({ status }) => status === 'succeeded').length;
  }

  /** Pays back or cancels what has this id; true if nothing of it is open any more. */
  async function closeOne(id: string): Promise<boolean> {
    const before = bodyOf(await get(pathOf(id)));
    const status = isObject(before) ? before.status : undefined;
    if (id.startsWith('cs_')) {
      if (status === 'open') await post(`${pathOf(id)}/expire`);
    } else if (status === 'succeeded') await post('/v1/refunds', { payment_intent: id });
    else if (status !== 'canceled') await post(`${pathOf(id)}/cancel`);
    const after = bodyOf(await get(pathOf(id)));
    const customer = isObject(before) && typeof before.customer === 'string' ? before.customer : undefined;
    if (customer !== undefined) await remove(`/v1/customers/${customer}`);
    return isObject(after) && closed.includes(String(after.status));
  }

  async function remove(path: string): Promise<void> {
    const url = urlBelow(account, path);
    const authorization = `Bearer ${account.credentials['secret_key']}`;
    if (url) await callProvider({ method: 'DELETE', url, headers: { authorization }, body: '' }, limit);
  }

  return {
    account,
    prepare,
    confirm,
    chargesOf,
    show,
    get,
    post,
    pause,
    slowMs,
    submit: (handle: Handle) => payment.submit(handle, account, limit),
    lookUp: (handle: AttemptHandle) => payment.lookUp(handle, account, limit),
    cancel: (handle: AttemptHandle) => cancelOrLookUp(handle, account, limit),
    /** A card payment that has not been confirmed. */
    card: (fields: Partial<PaymentOrder> = {}) => prepare(newOrder('card', 'EUR', { card, ...fields })),
    /** What was made without `prepare`. */
    keep: (id: string) => void made.add(id),
    /** Asks until there is an answer; undefined if none comes within a minute. */
    async until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
      for (let n = 0; n < questions; n += 1) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        await pause();
      }
      return undefined;
    },
    /** Closes all that was made so far; returns how many could not be. */
    async close(): Promise<number> {
      for (const id of made) if (await closeOne(id)) made.delete(id);
      return made.size;
    },
  };
}

/** States in which a customer can no longer pay. */
const closed: readonly string[] = ['succeeded', 'canceled', 'complete', 'expired'];

/** Is never sent: only that there is one makes a payment by card, not a page. */
const card = {
  pan: '4242424242424242',
  cvv: '123',
  expMonth: '12',
  expYear: '2040',
  holderName: 'ADA LOVELACE',
};

/** Everything that any method needs. With this email address, Stripe's test mode never plays the customer who pays. */
export function newOrder(
  method: string,
  currency: string,
  { customer, ...fields }: Partial<PaymentOrder> = {},
): PaymentOrder {
  return {
    providerReference: `${randomUUID()}-1`,
    method,
    style: 'h2h',
    money: { amount: '100.00', currency },
    description: 'Certification',
    customer: {
      email: 'certification.fill_never@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      itn: '00000000000',
      ...customer,
    },
    meta: {},
    returnUrl: 'https://example.com/return',
    callbackUrl: '',
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    ...fields,
  };
}

/** The object of an answer that is one. */
export function objectOf(exchange: Exchange): Body {
  const body = bodyOf(exchange);
  if (isObject(body)) return body;
  if (exchange.kind === 'answered' && exchange.status === 403)
    throw new NotTried('this key may not ask that');
  throw new Stopped(said(exchange));
}

export function rowsOf(data: unknown): readonly Body[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** An answer in our own words: its sentences may repeat what was sent, its codes do not. Not every error has a code. */
export function said(exchange: Exchange): string {
  if (exchange.kind !== 'answered') return exchange.detail;
  const { type, code = type, declineCode } = faultOf(exchange) ?? {};
  return [exchange.status, code, declineCode].filter((word) => word !== undefined).join(' ');
}
