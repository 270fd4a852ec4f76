import { paymentReturnPath } from '#contracts/payment-page-path';
import { customerForProvider } from '#countries/customer-for-provider';
import { countryOf, methodOf } from '#domain/methods/find-method';
import type { NeverSubmitted, PrepareResult, SubmitResult } from '#domain/transaction/report';
import type { RequestCard } from '#domain/transaction/request';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type {
  CallLimit,
  PaymentOrder,
  PayoutOrder,
  ProviderAccount,
  RefundedCharge,
  RefundOrder,
} from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { findCharge } from '#persistence/refunds/find-charge';
import { openCard } from '#persistence/card-vault/sealed-card';
import type { SubmitSubject } from '#persistence/transactions/begin-attempt';
import { openPersonalData, readMeta } from '#persistence/transactions/personal-data';
import type { ActivityDependencies } from './activity-dependencies.js';
import { noteFingerprint, refuseEnteredCard } from './entered-card.js';

/** The calls of an attempt's provider, bound to an order whose personal and card data are in memory only. */
type ComposedOrder = {
  readonly kind: 'composed';
  /** Calls nothing if the provider needs no preparation. */
  readonly prepare: (limit: CallLimit) => Promise<PrepareResult>;
  readonly submit: (prepared: string | undefined, limit: CallLimit) => Promise<SubmitResult>;
};

/** The order of one attempt, unless its card is refused, or its account or card data is missing. */
export async function composeOrder(
  dependencies: ActivityDependencies,
  subject: SubmitSubject,
  attempt: Attempt,
): Promise<ComposedOrder | NeverSubmitted> {
  const { transaction } = subject;
  const card = subject.storedCard && openCard(dependencies, transaction.identifier, subject.storedCard);
  await noteFingerprint(dependencies, subject, card);
  const blocked = refuseEnteredCard(dependencies, subject, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const configuration = dependencies.configuration();
  if (transaction.type === 'refund') {
    const found = findAccount(configuration, attempt, 'refund');
    if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
    const charge = await findCharge(dependencies.database, transaction.payment ?? '');
    if (!charge) return { kind: 'notSent', detail: 'its payment has no charge', error: 'failed' };
    return bind(found.calls, refundOrderOf(dependencies, transaction, attempt, charge), found.account);
  }
  if (transaction.type === 'payout') {
    const found = findAccount(configuration, attempt, 'payout');
    if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
    return bind(found.calls, payoutOrderOf(dependencies, subject, attempt), found.account);
  }
  const found = findAccount(configuration, attempt, 'payment');
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  // A payment that was made with a card is never sent without it.
  if (transaction.card && !card) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  const order = paymentOrderOf(dependencies, subject, attempt, transaction.card && card);
  return bind(found.calls, order, found.account);
}

type OrderDependencies = Pick<
  ActivityDependencies,
  'envelopeCipher' | 'keyedHashes' | 'apiUrl' | 'checkoutUrl'
>;

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

function paymentOrderOf(
  dependencies: OrderDependencies,
  subject: SubmitSubject,
  attempt: Attempt,
  card: RequestCard | undefined,
): PaymentOrder {
  const { identifier, style, payableUntil } = subject.transaction;
  const { order, personal } = orderOf(dependencies, subject, attempt);
  return {
    ...order,
    style,
    ...(card ? { card } : {}),
    ...(personal.channelCode === undefined ? {} : { channelCode: personal.channelCode }),
    returnUrl: `${dependencies.checkoutUrl}${paymentReturnPath(dependencies.keyedHashes.linkToken(identifier))}`,
    payableUntil: payableUntil.toISOString(),
  };
}

/** A bank that was chosen later replaces the one in the request. */
function payoutOrderOf(
  dependencies: OrderDependencies,
  subject: SubmitSubject,
  attempt: Attempt,
): PayoutOrder {
  const { order, personal } = orderOf(dependencies, subject, attempt);
  const { bank_code: sentCode, ...requisites } = personal.requisites ?? {};
  const bankCode = subject.bankCode ?? sentCode;
  return { ...order, requisites, ...(bankCode === undefined ? {} : { bankCode }) };
}

function refundOrderOf(
  { apiUrl }: OrderDependencies,
  { method, amount, currency, reason, description, meta }: Transaction,
  { providerReference, provider }: Attempt,
  charge: RefundedCharge,
): RefundOrder {
  return {
    providerReference,
    charge,
    method,
    money: { amount, currency },
    ...(reason === undefined ? {} : { reason }),
    ...(description === undefined ? {} : { description }),
    meta: readMeta(meta),
    callbackUrl: `${apiUrl}/provider-callbacks/${provider}`,
  };
}

function orderOf(
  { envelopeCipher, apiUrl }: OrderDependencies,
  { transaction, personalCiphertext }: SubmitSubject,
  { providerReference, provider }: Attempt,
) {
  const { identifier, type, style, method, amount, currency, description, locale } = transaction;
  const personal = openPersonalData(envelopeCipher, identifier, personalCiphertext);
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
