import type { Configuration } from '../configuration/configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { Refusal } from '../routing/refusal.js';
import type { TransactionStatus } from '../transaction/status.js';
import { decimalsOf } from '../values/currencies.js';
import {
  compareAmounts,
  decimalsWritten,
  fromMinorUnits,
  toMinorUnits,
  type Money,
} from '../values/money.js';
import type { RefundSums } from './left.js';
import { refundsMax, usualRefunds } from './project-refunds.js';
import type { RefundRequest } from './refund-request.js';
import { refundableUntil, type TermsInForce } from './refund-terms.js';
import { makesRefunds, termsOfPayment } from './terms-of-payment.js';

/** What a refund depends on of the payment. */
export type RefundedPayment = {
  readonly status: TransactionStatus;
  /** Code of the catalogue. */
  readonly method: string;
  /** What was paid. */
  readonly money: Money;
  /** Those that took the money. */
  readonly provider: string | undefined;
  readonly mid: string | undefined;
  readonly finishedAt: Date | undefined;
};

/** A refund of this payment as it stands now. */
export type RefundQuestion = {
  readonly payment: RefundedPayment;
  readonly sums: Pick<RefundSums, 'left' | 'count'>;
  readonly request: Pick<RefundRequest, 'amount' | 'currency'>;
  readonly now: Date;
};

/** What is refunded, as written or all that is left; and the number of refunds of the payment that may count. */
export type Refundable = {
  readonly kind: 'refundable';
  readonly money: Money;
  readonly terms: TermsInForce;
  readonly refundsMax: number;
};

/**
 * The conditions of contract §15.2 that depend on payment, configuration and time, in their order: the first that fails
 * refuses. The database checks what is left and how many count once more, when it registers the refund. `configuration` has
 * the operators' switches in it.
 */
export function planRefund(
  configuration: Configuration,
  projectCode: string,
  question: RefundQuestion,
): Refundable | Refusal {
  const { payment, request } = question;
  const terms = termsFor(configuration, projectCode, payment);
  return (
    refuseStatus(payment) ??
    refuseCurrency(payment, request) ??
    refuseMethod(payment, terms) ??
    refuseProvider(configuration, payment) ??
    refuseStopped(configuration, payment) ??
    planWithin(configuration, projectCode, terms, question)
  );
}

/** `refundable_amount` and `refundable_until` of a record (contract §15.6). */
export type RefundableRest = { readonly amount: string; readonly until: Date | undefined };

/**
 * What a refund without an amount would give now, with all decimals; what operators have stopped for a while counts as
 * possible. Undefined where the payment can never be refunded: 1054 or 1050, or no success.
 */
export function refundableRest(
  configuration: Configuration,
  projectCode: string,
  { payment, sums, now }: Omit<RefundQuestion, 'request'>,
): RefundableRest | undefined {
  const terms = termsFor(configuration, projectCode, payment);
  if (refuseStatus(payment) ?? refuseMethod(payment, terms) ?? refuseProvider(configuration, payment))
    return undefined;
  const plan = planWithin(configuration, projectCode, terms, { payment, sums, now, request: {} });
  return {
    amount: plan.kind === 'refundable' ? plan.money.amount : fromMinorUnits(0n, payment.money.currency),
    until: payment.finishedAt && refundableUntil(payment.finishedAt, terms),
  };
}

function termsFor(
  configuration: Configuration,
  projectCode: string,
  { method, money, provider }: RefundedPayment,
): TermsInForce {
  return termsOfPayment(configuration, projectCode, { method, provider, currencies: [money.currency] });
}

function refuseStatus({ status }: RefundedPayment): Refusal | undefined {
  if (status === 'success') return undefined;
  return refuse('invalidParams', `payment_reference: the payment is ${status}, and was not paid`);
}

function refuseCurrency({ money }: RefundedPayment, { amount, currency }: RefundQuestion['request']) {
  if (currency !== undefined && currency !== money.currency)
    return refuse('currencyNotTaken', `currency: the payment is in ${money.currency}`);
  const decimals = decimalsOf(money.currency) ?? 0;
  if (amount === undefined || decimalsWritten(amount) <= decimals) return undefined;
  return refuse('invalidParams', `amount: must have at most ${decimals} decimals, as ${money.currency} has`);
}

function refuseMethod({ method }: RefundedPayment, { possible, instead }: TermsInForce): Refusal | undefined {
  if (possible) return undefined;
  const way = instead === undefined ? '' : `; a payout by ${instead} can give the money back`;
  return refuse('methodNotEnabled', `A payment by ${method} cannot be refunded the way it was paid${way}`);
}

/** Of a provider that is no longer configured nobody knows: the next stage refuses. */
function refuseProvider(
  configuration: Configuration,
  { provider = '' }: RefundedPayment,
): Refusal | undefined {
  const isKnown = configuration.providers[provider] !== undefined;
  return isKnown && !makesRefunds(configuration, provider)
    ? refuse('typeNotSupported', 'The provider makes no refunds')
    : undefined;
}

/** A provider or MID that is disabled still refunds what it has sold (contract §15.2). */
function refuseStopped({ providers, mids }: Configuration, payment: RefundedPayment): Refusal | undefined {
  const provider = providers[payment.provider ?? ''];
  const mid = mids[payment.mid ?? ''];
  if (provider === undefined || mid === undefined) return refuse('refundProviderGone');
  return provider.refundsOff || mid.refundsOff ? refuse('refundsSwitchedOff') : undefined;
}

/** Time, number, parts and amount: what answers with 1132. */
function planWithin(
  { projects }: Configuration,
  projectCode: string,
  terms: TermsInForce,
  { payment, sums, request, now }: RefundQuestion,
): Refundable | Refusal {
  const { currency } = payment.money;
  const until = payment.finishedAt && refundableUntil(payment.finishedAt, terms);
  if (until && now >= until)
    return refuse('limitExceeded', `payment: refunds ended on ${until.toISOString()}`);

  const max = refundsMax(projects[projectCode]?.refunds ?? usualRefunds, terms.parts);
  if (sums.count >= max)
    return refuse('limitExceeded', `payment: at most ${max} ${max === 1 ? 'refund' : 'refunds'}`);

  const { amount = sums.left } = request;
  const paid = fromMinorUnits(toMinorUnits(payment.money), currency);
  const isNothingAsked = compareAmounts(amount, '0') === 0;
  if (terms.parts === 'whole' && !isNothingAsked && compareAmounts(amount, paid) !== 0)
    return refuse('limitExceeded', `amount: only the whole, ${paid} ${currency}, can be refunded`);
  if (isNothingAsked || compareAmounts(amount, sums.left) > 0)
    return refuse('limitExceeded', `amount: at most ${sums.left} ${currency} can still be refunded`);
  return { kind: 'refundable', money: { amount, currency }, terms, refundsMax: max };
}

function refuse(error: ErrorKey, description?: string): Refusal {
  return { kind: 'refused', error, ...(description !== undefined && { description }) };
}
