import type { TransactionStatus } from '../transaction/status.js';
import { fromMinorUnits, toMinorUnits, type Money } from '../values/money.js';
import type { ReversalKind } from './reversal.js';

/** One refund of a payment. Amounts are decimal strings in the payment's currency. */
export type RefundOfPayment = {
  readonly status: TransactionStatus;
  readonly amount: string;
  /** What came back of it after it had succeeded; `0` if nothing did. */
  readonly returned: string;
};

/** One reversal of the payment itself (contract §15.8); an `inquiry` moves nothing. */
export type ReversalOfPayment = {
  readonly kind: ReversalKind;
  readonly amount: string;
};

/** What went back of one payment (contract §15.3, §15.6). Amounts have all decimals of the payment's currency. */
export type RefundSums = {
  /** What refunds can still give back; zero where more went back than was paid. */
  readonly left: string;
  /** Refunds that count and reversals together: may be more than was paid. */
  readonly gone: string;
  /** `refunded_amount`: successful refunds less what was returned of them, and what was refunded in the provider's panel. */
  readonly refunded: string;
  /** `charged_back_amount`: less what was won back. */
  readonly chargedBack: string;
  /** Refunds that are pending, or successful and not wholly returned. */
  readonly count: number;
  readonly exceedsPaid: boolean;
};

export function sumRefunds(
  paid: Money,
  refunds: readonly RefundOfPayment[],
  reversals: readonly ReversalOfPayment[],
): RefundSums {
  const units = (amount: string) => toMinorUnits({ amount, currency: paid.currency });
  const written = (sum: bigint) => fromMinorUnits(sum, paid.currency);
  const keptOf = ({ amount, returned }: RefundOfPayment) => units(amount) - units(returned);
  const pending = refunds.filter(({ status }) => status === 'pending');
  const successful = refunds.filter(({ status }) => status === 'success');
  const sumOf = (kind: ReversalKind) =>
    add(reversals.filter((one) => one.kind === kind).map(({ amount }) => units(amount)));
  const refunded = add(successful.map(keptOf)) + sumOf('provider_refund');
  const chargedBack = sumOf('chargeback') - sumOf('chargeback_won');
  const gone = add(pending.map(keptOf)) + refunded + chargedBack;
  return {
    left: leftOf(paid, written(gone)),
    gone: written(gone),
    refunded: written(refunded),
    chargedBack: written(chargedBack),
    count: pending.length + successful.filter((refund) => keptOf(refund) > 0n).length,
    exceedsPaid: gone > units(paid.amount),
  };
}

/** What is left of a payment once this amount is gone, with all decimals; never below zero. */
export function leftOf(paid: Money, gone: string): string {
  const left = toMinorUnits(paid) - toMinorUnits({ amount: gone, currency: paid.currency });
  return fromMinorUnits(left < 0n ? 0n : left, paid.currency);
}

function add(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}
