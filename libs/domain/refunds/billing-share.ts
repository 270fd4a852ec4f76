import { fromMinorUnits, toMinorUnits, type Money } from '../values/money.js';

/** What went back already, in the currency of the whole, and which part of the billing amount that took. */
export type WentBack = { readonly amount: string; readonly billing: string };

/**
 * The part of a billing amount that the books move for the next part of a whole (contract §15.3): the share of the
 * cumulative amount, rounded half-up, less what earlier parts took. So the part that completes the whole takes all the rest,
 * and what goes beyond it is converted at the whole's own rate. Never below zero, so that the shares of a whole add up to
 * its billing amount, whichever parts failed in between and gave theirs back. All decimals of the billing currency.
 *
 * The whole is a payment, and its parts are refunds and reversals; or it is a refund or a chargeback, and its parts are what
 * comes back of that. Postgres repeats this rule where it registers a refund. Throws a RangeError for what is no decimal
 * string, or finer than its currency.
 */
export function billingShare(
  whole: { readonly money: Money; readonly billing: Money },
  /** The sum of all parts that count. */
  earlier: WentBack,
  amount: string,
): string {
  const { currency } = whole.money;
  const total = toMinorUnits(whole.money);
  const after = toMinorUnits({ amount: earlier.amount, currency }) + toMinorUnits({ amount, currency });
  const due = (2n * toMinorUnits(whole.billing) * after + total) / (2n * total);
  const taken = toMinorUnits({ amount: earlier.billing, currency: whole.billing.currency });
  return fromMinorUnits(due > taken ? due - taken : 0n, whole.billing.currency);
}
