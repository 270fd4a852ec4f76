import type { Phase, Standing } from '#contracts/payment-flow';
import { isUnposted } from '#domain/hosted-form';
import type { Transaction } from '#domain/registered-transaction';
import { isFinal, type TransactionStatus } from '#domain/transaction';

/** Where a payment stands, for the flow; a final or unposted one speaks for itself whatever the phase. */
export function stand(
  transaction: Transaction,
  status: TransactionStatus,
  phase: Phase,
  provider?: string,
): Standing {
  const known = provider ?? transaction.provider;
  // Another status than the loaded one: it has moved on, and was posted meanwhile.
  const isUnopened = status === transaction.status && isUnposted(transaction);
  return {
    phase: isFinal(status) ? 'final' : isUnopened ? 'unopened' : phase,
    status,
    until: transaction.payableUntil.toISOString(),
    ...(known === undefined ? {} : { provider: known }),
  };
}
