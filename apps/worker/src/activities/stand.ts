import type { Phase, Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import { isFinal, type TransactionStatus } from '#domain/transaction';

/** Where a transaction stands, for its flow; a final or unready one speaks for itself whatever the phase. */
export function stand(
  transaction: Transaction,
  status: TransactionStatus,
  phase: Phase,
  provider?: string,
): Standing {
  const known = provider ?? transaction.provider;
  // Another status than the loaded one: it has moved on, and became ready meanwhile.
  const isUnready = status === transaction.status && transaction.submitDueAt === undefined;
  return {
    phase: isFinal(status) ? 'final' : isUnready ? 'unready' : phase,
    status,
    until: transaction.payableUntil.toISOString(),
    ...(known === undefined ? {} : { provider: known }),
  };
}
