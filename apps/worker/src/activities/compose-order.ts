import type { Attempt } from '#domain/transaction/transaction';
import { customerForProvider } from '#countries/customer-for-provider';
import { countryOf, methodOf } from '#domain/methods/find-method';
import type { NeverSubmitted, PrepareResult, SubmitResult } from '#domain/transaction/report';
import { paymentReturnPath } from '#contracts/payment-page-path';
import type { RequestCard } from '#domain/transaction/request';
import type { CallLimit, PaymentOrder, PayoutOrder, ProviderAccount } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { openCard } from '#persistence/card-vault/sealed-card';
import type { BegunAttempt } from '#persistence/transactions/begin-attempt';
import { noteCardFingerprint } from '#persistence/transactions/hosted-page';
import { openPersonalData } from '#persistence/transactions/personal-data';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refuseEnteredCard } from './refuse-entered-card.js';

/** What the attempt's provider can be asked, with everything that it needs for it in memory. */
export type ComposedOrder = {
  readonly kind: 'composed';
  /** Nothing where the provider needs no preparation. */
  readonly prepare: (limit: CallLimit) => Promise<PrepareResult>;
  readonly submit: (prepared: string | undefined, limit: CallLimit) => Promise<SubmitResult>;
};

/** The order of one attempt, unless we refuse the card, or its account or data is missing. */
export async function composeOrder(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): Promise<ComposedOrder | NeverSubmitted> {
  const { transaction } = loaded;
  const card = loaded.storedCard && openCard(dependencies, transaction.identifier, loaded.storedCard);
  await noteFingerprint(dependencies, loaded, card);
  const blocked = refuseEnteredCard(dependencies, loaded, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const configuration = dependencies.configuration();
  if (transaction.type === 'payout') {
    const found = findAccount(configuration, attempt, 'payout');
    if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
    return bind(found.calls, payoutOrderOf(dependencies, loaded, attempt), found.account);
  }
  const found = findAccount(configuration, attempt, 'payment');
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  // A payment that was made with a card is never sent without it.
  if (transaction.card && !card) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  const order = paymentOrderOf(dependencies, loaded, attempt, transaction.card && card);
  return bind(found.calls, order, found.account);
}

function bind<Order>(
  calls: {
    readonly prepare?: (order: Order, account: ProviderAccount, limit: CallLimit) => Promise<PrepareResult>;
    readonly submit: (order: Order, account: ProviderAccount, limit: CallLimit) => Promise<SubmitResult>;
  },
  order: Order,
  account: ProviderAccount,
): ComposedOrder {
  return {
    kind: 'composed',
    prepare: async (limit) => calls.prepare?.(order, account, limit) ?? { kind: 'prepared' },
    submit: (prepared, limit) =>
      calls.submit(prepared === undefined ? order : { ...order, prepared }, account, limit),
  };
}

/** Of a card that was entered on our page: the checkout has no key for it. A failure does not hold the payment up. */
async function noteFingerprint(
  { database, cardFingerprints, log }: ActivityDependencies,
  { transaction: { identifier }, cardFingerprint }: BegunAttempt,
  card: RequestCard | undefined,
): Promise<void> {
  if (!card || cardFingerprint) return;
  const fingerprint = cardFingerprints.kept(card.pan);
  await noteCardFingerprint(database, identifier, fingerprint).catch(() =>
    log.warn({ identifier }, 'card fingerprint not stored'),
  );
}

/** What the provider needs of a payment; personal and card data are decrypted in memory only. */
function paymentOrderOf(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  card: RequestCard | undefined,
): PaymentOrder {
  const { identifier, style, payableUntil } = loaded.transaction;
  const { order, personal } = orderOf(dependencies, loaded, attempt);
  return {
    ...order,
    style,
    ...(card ? { card } : {}),
    ...(personal.channelCode === undefined ? {} : { channelCode: personal.channelCode }),
    returnUrl: `${dependencies.checkoutUrl}${paymentReturnPath(dependencies.keyedHashes.linkToken(identifier))}`,
    payableUntil: payableUntil.toISOString(),
  };
}

/** The same of a payout. A bank that was chosen later replaces the one that was sent. */
function payoutOrderOf(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): PayoutOrder {
  const { order, personal } = orderOf(dependencies, loaded, attempt);
  const { bank_code: sentCode, ...requisites } = personal.requisites ?? {};
  const bankCode = loaded.bankCode ?? sentCode;
  return { ...order, requisites, ...(bankCode === undefined ? {} : { bankCode }) };
}

function orderOf(
  { envelopeCipher, apiUrl }: ActivityDependencies,
  { transaction, personalBox }: BegunAttempt,
  { providerReference, provider }: Attempt,
) {
  const { identifier, type, style, method, amount, currency, description, locale } = transaction;
  const personal = openPersonalData(envelopeCipher, identifier, personalBox);
  const order = {
    providerReference,
    method,
    money: { amount, currency },
    ...(description === undefined ? {} : { description }),
    ...(locale === undefined ? {} : { locale }),
    customer: customerForProvider(personal.customer, countryOf(methodOf(type, style, method), currency)),
    meta: personal.meta,
    callbackUrl: `${apiUrl}/provider-callbacks/${provider}`,
  };
  return { order, personal };
}
