import { paymentReturnPath } from '#contracts/payment-page-path';
import { customerForProvider } from '#countries/customer-for-provider';
import { methodOf } from '#domain/methods/find-method';
import type { CardData, PaymentOrder, PayoutOrder } from '#gateway/connectors/connector';
import type { RequestCard } from '#domain/transaction/request';
import type { Attempt } from '#domain/transaction/transaction';
import type { BegunAttempt } from '#persistence/transactions/begin-attempt';
import { openPersonalData } from '#persistence/transactions/personal-data';
import type { ActivityDependencies } from './activity-dependencies.js';

/**
 * Puts together what the provider needs, from boxes that are opened only in memory. Nothing when the payment was made
 * with a card whose data is gone: it is never sent without.
 */
export function composeOrder(
  { sealedBox, keyedHashes, apiUrl, checkoutUrl }: ActivityDependencies,
  { transaction, personalBox }: BegunAttempt,
  attempt: Attempt,
  entered: RequestCard | undefined,
): PaymentOrder | undefined {
  const { identifier } = transaction;
  const personal = openPersonalData(sealedBox, identifier, personalBox);
  const row = methodOf(transaction.type, transaction.style, transaction.method);
  let card: CardData | undefined;
  if (transaction.card) {
    if (!entered) return undefined;
    card = entered;
  }
  return {
    providerReference: attempt.providerReference,
    method: transaction.method,
    style: transaction.style,
    money: { amount: transaction.amount, currency: transaction.currency },
    ...(transaction.description === undefined ? {} : { description: transaction.description }),
    customer: customerForProvider(personal.customer, row.country),
    ...(card ? { card } : {}),
    meta: personal.meta,
    ...(personal.channelCode === undefined ? {} : { channelCode: personal.channelCode }),
    ...(transaction.locale === undefined ? {} : { locale: transaction.locale }),
    returnUrl: `${checkoutUrl}${paymentReturnPath(keyedHashes.linkToken(identifier))}`,
    callbackUrl: `${apiUrl}/provider-callbacks/${attempt.provider}`,
    payableUntil: transaction.payableUntil.toISOString(),
  };
}

/** The same for a payout. The bank that was chosen later takes the place of one that was sent. */
export function composePayoutOrder(
  { sealedBox, apiUrl }: ActivityDependencies,
  { transaction, personalBox, bankCode: chosenCode }: BegunAttempt,
  { providerReference, provider }: Attempt,
): PayoutOrder {
  const { identifier, type, style, method, amount, currency, description } = transaction;
  const { country } = methodOf(type, style, method);
  const personal = openPersonalData(sealedBox, identifier, personalBox);
  const { bank_code: sentCode, ...requisites } = personal.requisites ?? {};
  const bankCode = chosenCode ?? sentCode;
  return {
    providerReference,
    method,
    money: { amount, currency },
    ...(description === undefined ? {} : { description }),
    customer: customerForProvider(personal.customer, country),
    requisites,
    ...(bankCode === undefined ? {} : { bankCode }),
    meta: personal.meta,
    callbackUrl: `${apiUrl}/provider-callbacks/${provider}`,
  };
}
