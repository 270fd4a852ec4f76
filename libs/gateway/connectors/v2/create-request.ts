import { methodOf } from '#domain/methods/find-method';
import type { AmountForm, Method, UrlField } from '#domain/methods/method';
import { RawJson, writeJson } from '#domain/values/write-json';
import type { CardData, PaymentOrder, PayoutOrder, RefundOrder } from '../connector.js';

/**
 * JSON body of `POST /v2/payment` (specification §2.2 to §2.6). The customer comes back to us by whichever way the
 * upstream gateway sends him on. Holds card and personal data: never to be logged.
 */
export function paymentRequest(order: PaymentOrder): string {
  const row = rowOf(order);
  const { money } = order;
  return writeJson({
    ...methodPart(row, order.locale),
    mode: row.required.includes('mode') ? 'initial' : undefined,
    reference: order.providerReference,
    currency: money.currency,
    amount: amountPart(row.amount, money.amount),
    description: order.description,
    customer: presentPart(order.customer),
    card: order.card && cardPart(order.card),
    lang: langPart(row, order.locale),
    channel_code: order.channelCode,
    ...returnUrls(row, order.returnUrl),
    callback_url: order.callbackUrl,
    extra: extraPart(order.meta),
  });
}

/** A card that our own page has asked for goes along: the upstream gateway's page would ask for it again. */
function rowOf({ style, method, card }: PaymentOrder): Method {
  return methodOf('payment', card ? 'h2h' : style, method);
}

function methodPart({ style, code }: Method, locale: string | undefined) {
  return style === 'hpp' ? { widget: { method: code, locale } } : { method: code };
}

/** Few methods have the field; elsewhere it is ignored. */
function langPart({ extras }: Method, locale: string | undefined): string | undefined {
  return extras?.includes('lang') ? locale : undefined;
}

function cardPart({ pan, expMonth, expYear, holderName, cvv }: CardData) {
  return { pan, exp_month: expMonth, exp_year: expYear, holder_name: holderName, cvv };
}

const returnFields = ['redirect_url', 'cancel_url', 'error_url'] as const satisfies readonly UrlField[];

function returnUrls({ urls }: Method, returnUrl: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    returnFields.filter((field) => urls[field] !== undefined).map((field) => [field, returnUrl]),
  );
}

/** JSON body of `POST /v2/payout` (specification §2.10). Holds personal data: never to be logged. */
export function payoutRequest(order: PayoutOrder): string {
  const { money, bankCode } = order;
  const row = methodOf('payout', 'h2h', order.method);
  const requisites = { ...order.requisites, ...(bankCode !== undefined && { bank_code: bankCode }) };
  return writeJson({
    method: row.code,
    reference: order.providerReference,
    currency: money.currency,
    amount: amountPart(row.amount, money.amount),
    description: order.description,
    customer: presentPart(order.customer),
    lang: langPart(row, order.locale),
    ...(row.requisites !== undefined && { [row.requisites]: presentPart(requisites) }),
    callback_url: order.callbackUrl,
    extra: extraPart(order.meta),
  });
}

/** JSON body of `POST /v2/refund` (contract §15.1). The amount is always written: without it everything would go back. */
export function refundRequest(order: RefundOrder): string {
  const { providerReference, charge, money } = order;
  return writeJson({
    reference: providerReference,
    payment_reference: charge.providerReference,
    amount: money.amount,
    currency: money.currency,
    reason: order.reason,
    description: order.description,
    callback_url: order.callbackUrl,
    extra: extraPart(order.meta),
  });
}

/** The amount digit for digit, in the JSON type that the method takes (specification §2.2). */
function amountPart(form: AmountForm, amount: string): string | RawJson {
  return form === 'string' ? amount : new RawJson(amount);
}

/** An object with nothing in it is left out: what is sent must be whole (specification §2.2, `customer` of `ussd`). */
function presentPart<Part extends object>(part: Part): Part | undefined {
  return Object.keys(part).length === 0 ? undefined : part;
}

function extraPart(meta: PaymentOrder['meta']): { readonly meta: PaymentOrder['meta'] } | undefined {
  return presentPart(meta) && { meta };
}
