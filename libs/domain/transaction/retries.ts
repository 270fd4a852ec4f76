import type { Change } from './change.js';
import type { ProviderReport } from './report.js';
import { isFinal, type StatusSource } from './status.js';
import type { Attempt, Known } from './transaction.js';

/*
 * Another card on the same page (contract §9): a card payment whose attempt was declined shows its form again, as often as
 * its plan allows. Each posted card is an attempt of its own, on the route of the one before.
 */

/** Cause of a declined attempt after which the form is shown again. Statements of the database have the same word. */
export const retryCause = 'retry';

/**
 * Whether the decline of an attempt leaves the payment open for another card. Only an allowed number of times, while there is
 * time to pay, after a decline that is soft or the customer's own, and if no attempt of the payment can take money any more.
 */
export function offersRetry(
  { transaction, attempts }: Known,
  attempt: Attempt,
  report: ProviderReport,
  now: Date,
): boolean {
  const { type, status, tries, plan, payableUntil } = transaction;
  const isOpen = type === 'payment' && !isFinal(status) && now < payableUntil;
  const isAllowed =
    tries < (plan.retries ?? 0) && report.outcome === 'declined' && report.mayTryAgain === true;
  const areOthersOver = attempts.every((other) => other.n === attempt.n || isOver(other));
  return isOpen && isAllowed && attempt === attempts.at(-1) && !isOver(attempt) && areOthersOver;
}

/** `created` → `pending` if the declined card had a challenge (contract §9). */
export function askForCard({ n, provider }: Attempt, report: ProviderReport, source: StatusSource): Change {
  const { providerId } = report;
  return {
    attempt: { n, to: 'declined', cause: retryCause, report, providerId },
    move: { to: 'pending', source, provider, asksAgain: true },
    forgetCard: true,
  };
}

/** It has ended without money. */
function isOver({ state }: Attempt): boolean {
  return state === 'declined' || state === 'not_sent';
}

/** Number of planned routes that the attempts have taken: a further card takes the route of the one before. */
export function routesTaken(attempts: readonly Pick<Attempt, 'cause'>[]): number {
  return attempts.filter(({ cause }) => cause !== retryCause).length;
}

/** Whether another route follows attempt `n`. A further card stays on its route (contract §9). */
export function hasRouteAfter({ transaction: { tries, plan } }: Known, n: number): boolean {
  return tries === 0 && plan.routes[n] !== undefined;
}
