import type { Phase, Standing } from '#contracts/payment-flow';
import type { Transaction } from '#domain/registered-transaction';
import { isFinal, type TransactionStatus } from '#domain/transaction';

/** Where a payment stands, for the flow; a final or unopened status speaks for itself whatever the phase. */
export function stand(
  transaction: Transaction,
  status: TransactionStatus,
  phase: Phase,
  provider?: string,
): Standing {
  const known = provider ?? transaction.provider;
  return {
    phase: isFinal(status) ? 'final' : status === 'new' ? 'unopened' : phase,
    status,
    until: transaction.payableUntil.toISOString(),
    ...(known === undefined ? {} : { provider: known }),
  };
}
