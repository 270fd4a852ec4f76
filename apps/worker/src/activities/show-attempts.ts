import type { ShownAttempt } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import type { Attempt, AttemptState } from '#persistence/transactions/begin-attempt';

/** Attempts for operations staff; `changed` is the one that the step has just moved. Nothing in it is a secret. */
export function showAttempts(
  { plan }: Transaction,
  attempts: readonly Attempt[],
  changed?: { readonly n: number; readonly to: AttemptState },
): readonly ShownAttempt[] {
  return attempts.map(({ n, mid, provider, state }) => ({
    n,
    route: plan.routes[n - 1]?.route ?? '',
    mid,
    provider,
    state: n === changed?.n ? changed.to : state,
  }));
}
