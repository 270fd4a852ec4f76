import { methodOf } from '#domain/methods/find-method';
import type { Method, UrlField } from '#domain/methods/method';
import { writeJson } from '#domain/write-json';
import type { CardData, PaymentOrder } from '../connector.js';
import { amountPart, extraPart, presentPart } from './request-parts.js';

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

function cardPart({ pan, expMonth, expYear, holderName, cvv }: CardData) {
  return { pan, exp_month: expMonth, exp_year: expYear, holder_name: holderName, cvv };
}

const returnFields = ['redirect_url', 'cancel_url', 'error_url'] as const satisfies readonly UrlField[];

function returnUrls({ urls }: Method, returnUrl: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    returnFields.filter((field) => urls[field] !== undefined).map((field) => [field, returnUrl]),
  );
}
