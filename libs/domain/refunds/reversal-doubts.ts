import type { ProviderReport, ReversalCause } from '../transaction/report.js';
import type { Transaction } from '../transaction/transaction.js';
import { compareAmounts, fromMinorUnits, toMinorUnits } from '../values/money.js';
import type { ReportedReversal } from './reversal.js';
import { isUntold, type KnownReversal, type ReversalSubject, type ToldReversal } from './told-reversal.js';

/**
 * Why a told reversal is not believed without a person (contract §15.8); undefined: it is. `isWitnessed`: two ways name it with
 * one amount. `reversals` are all others of the transaction.
 */
export function doubtAbout(
  { transaction, reversals, refunds }: Pick<ReversalSubject, 'transaction' | 'reversals' | 'refunds'>,
  told: ToldReversal,
  { isWitnessed }: { readonly isWitnessed: boolean },
): ReversalCause | undefined {
  const { kind, amount } = told.reversal;
  const { currency } = transaction;
  const units = (written: string) => toMinorUnits({ amount: written, currency });
  const sumOf = (of: ReportedReversal['kind']) =>
    reversals.filter((one) => one.kind === of).reduce((sum, one) => sum + units(standingAmount(one)), 0n);
  switch (kind) {
    case 'returned':
      if (sumOf('returned') + units(amount) > units(transaction.amount))
        return 'more came back than was paid out';
      break;
    case 'chargeback_won': {
      const takenBack = reversals.filter((one) => one.kind === 'chargeback' && one.state === 'posted');
      const taken = takenBack.reduce((sum, one) => sum + units(one.counted), 0n);
      if (sumOf('chargeback_won') + units(amount) > taken) return 'more was won back than was charged back';
      break;
    }
    case 'provider_refund':
      if (refunds.some((refund) => isSameUnknown(refund, amount))) return 'may be a refund of ours';
      break;
    case 'chargeback':
    case 'inquiry':
      break;
  }
  // The other way has told another amount, so that both may mean one fact.
  return !isWitnessed && reversals.some((one) => isUntold(one, told)) ? 'told with two amounts' : undefined;
}

function isSameUnknown({ amount, providerId }: ReversalSubject['refunds'][number], told: string): boolean {
  return providerId === undefined && compareAmounts(amount, told) === 0;
}

/** The amount for which a recorded reversal stands until a person has decided on it. */
function standingAmount({ state, amount, counted }: KnownReversal): string {
  return state === 'recorded' ? amount : counted;
}

const failed = ' failed';

/** Whether the key is that of a failure after the success, which we made of a report. */
export function isFailure(key: string): boolean {
  return key.endsWith(failed);
}

/** A refund's failure that is told after its success: its money is back (contract §15.4). */
export function failureOf(
  { amount, currency }: Pick<Transaction, 'amount' | 'currency'>,
  { providerReference, providerId, reason }: ProviderReport,
): ReportedReversal {
  return {
    kind: 'returned',
    providerReference,
    key: `${providerId ?? providerReference}${failed}`,
    amount: fromMinorUnits(toMinorUnits({ amount, currency }), currency),
    currency,
    ...(reason !== undefined && { reason }),
  };
}
