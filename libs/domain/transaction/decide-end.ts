import { personOf } from '../configuration/operators.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import { askedAfterEnd } from './ask-again.js';
import type { Change, End, Moment, OperatorDecision } from './change.js';
import { endTransaction } from './decide.js';
import type { ProviderOutcome, ProviderReport } from './report.js';
import { routesTaken } from './retries.js';
import { phaseOf } from './state.js';
import { isFinal, paysOut, type StatusSource, type TransactionType } from './status.js';
import type { Attempt, Known } from './transaction.js';

/*
 * Ends without a provider's report: by time, for lack of a route, by the customer, the merchant or an operator. All but the
 * operator's require that nothing was sent, or that every attempt has certainly ended without money (contract §9).
 */

/**
 * The time to post the page, or to choose the bank, is over. Writes nothing if the input has made the transaction due before.
 * A payment whose page was never opened ends at the stage `intention` (contract §8); a payout never expires (contract §9), nor does a refund.
 */
export function afterExpiry(known: Known, moment: Moment): Change {
  const { type, openedAt, payableUntil, waitsFor } = known.transaction;
  if (moment.now < payableUntil || waitsFor !== undefined) return {};
  if (paysOut(type))
    return endAwaitingInput(known, { to: 'declined', source: 'timer', error: cancelled[type].error }, moment);
  const stage = openedAt === undefined ? { expiredAtStage: 'intention' } : {};
  return endAwaitingInput(known, { to: 'expired', source: 'timer', error: 'expired', ...stage }, moment);
}

/** Set if the merchant cancels; otherwise it was the customer (payment) or an operator (payout, refund). */
export type Canceller = 'merchant';

const cancelled = {
  payment: { error: 'paymentCancelled', unnamed: 'customer' },
  payout: { error: 'payoutCancelled', unnamed: 'operator' },
  refund: { error: 'refundCancelled', unnamed: 'operator' },
} as const satisfies Readonly<
  Record<TransactionType, { readonly error: ErrorKey; readonly unnamed: StatusSource }>
>;

/**
 * A cancel by the customer or an operator ends a transaction that awaits input. A cancel by the merchant (contract §7) also
 * ends one that is due: an attempt that begins meanwhile makes a further revision, so that the cancel is decided again.
 */
export function afterCancel(known: Known, by: Canceller | undefined, moment: Moment): Change {
  const { transaction } = known;
  const { error, unnamed } = cancelled[transaction.type];
  const end: End = { to: 'declined', source: by ?? unnamed, error };
  if (by === 'merchant' && phaseOf(known) === 'due')
    return { move: endTransaction(transaction, end, moment), forgetCard: true };
  return endAwaitingInput(known, end, moment);
}

function endAwaitingInput(known: Known, end: End, moment: Moment): Change {
  return phaseOf(known) === 'awaitingInput' ? { move: endTransaction(known.transaction, end, moment) } : {};
}

/** Why a due transaction is not sent. `isOverdrawn`: a refund that waited no longer fits what is left of its payment. */
type Unsent = { readonly isTooOld: boolean; readonly isOverdrawn?: boolean; readonly made: number };

/**
 * The end of a transaction that was due for too long, has no route left, or no longer fits. Undefined while an attempt may still begin or an
 * outcome is open. `made`: number of attempts when none was begun. If there are more now, another run has begun one and has
 * the right to send it; a look-up finds its outcome.
 */
export function afterNoRoute(
  known: Known,
  { isTooOld, isOverdrawn, made }: Unsent,
  moment: Moment,
): Change | undefined {
  const { transaction, attempts } = known;
  if (phaseOf(known) !== 'due' || attempts.length !== made) return undefined;
  const over = attempts.filter(({ state }) => state !== 'preparing');
  const isPreparing = over.length < made;
  const hasNextRoute =
    made === 0 || isPreparing || transaction.plan.routes[routesTaken(attempts)] !== undefined;
  if (isOverdrawn && over.length === 0) {
    const end = { to: 'declined', source: 'api', error: 'refundNoLongerFits' } as const;
    return { move: endTransaction(transaction, end, moment) };
  }
  if (hasNextRoute && !isTooOld) return undefined;
  return { move: endTransaction(transaction, endOfUnsent(over), moment), forgetCard: true };
}

/** The end after attempts that all failed without money. Attempts at a MID without room in its limits (cause `limit`) do not count. */
function endOfUnsent(attempts: readonly Pick<Attempt, 'state' | 'cause'>[]): End {
  if (attempts.length === 0) return { to: 'error', source: 'timer', error: 'notSubmittedInTime' };
  const tried = attempts.filter(({ cause }) => cause !== 'limit');
  if (tried.at(-1)?.state === 'declined') return { to: 'declined', source: 'provider', error: 'declined' };
  const error: ErrorKey = tried.length > 1 ? 'neverSentByAnyRoute' : 'neverSent';
  return { to: 'error', source: 'provider', error };
}

/** An operator's decision on the end of a transaction, with the evidence for it. */
export type Resolution = Omit<OperatorDecision, 'decision'> & { readonly status: 'success' | 'declined' };

/** A resolution as it is kept with the decisions of operators. */
export function decisionOf({ status, operator, reason, evidence }: Resolution): OperatorDecision {
  return { decision: `resolved: ${status}`, operator, reason, evidence };
}

/** An operator's end, which must not contradict any of the `reports`. `refused`: the reason, as a sentence for the operator. */
export function afterResolution(
  known: Known,
  { resolution, reports }: { readonly resolution: Resolution; readonly reports: readonly ProviderReport[] },
  moment: Moment,
): Change | { readonly refused: string } {
  const { transaction } = known;
  const { status: to } = resolution;
  if (isFinal(transaction.status)) return { refused: `The payment is final already: ${transaction.status}.` };
  const declined = known.attempts.filter(({ state }) => state === 'declined');
  // The decline of one attempt says nothing about the next one.
  const others = reports.filter(
    ({ outcome, providerReference }) =>
      outcome !== 'declined' || !declined.some((attempt) => attempt.providerReference === providerReference),
  );
  const reported = contradictsResolution(to, others);
  if (reported) return { refused: `A provider has said ${reported}; ${to} contradicts it.` };
  const error = to === 'success' ? undefined : 'declined';
  return {
    decision: decisionOf(resolution),
    move: endTransaction(transaction, { to, source: 'operator', error }, moment),
    ...askedAfterEnd(transaction, known.attempts.at(-1)?.n, to),
    forgetCard: true,
  };
}

/**
 * The reported outcome that forbids an operator's decision, if there is one: a reported success, of any amount, forbids
 * `declined`; reports of other final outcomes alone forbid `success`.
 */
export function contradictsResolution(
  status: 'success' | 'declined',
  reports: readonly ProviderReport[],
): ProviderOutcome | undefined {
  const outcomes = reports.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'open');
  if (status === 'declined') return outcomes.find((outcome) => outcome === 'success');
  if (outcomes.includes('success')) return undefined;
  return outcomes[0];
}

/** A decision of an operator that another operator must confirm (contract §9, docs/operations.md). */
export type Proposal = {
  readonly operator: string;
  /** The decision and its subject, in words. */
  readonly decision: string;
};

/** `awaited`: the same person has proposed the same before. */
export type Consent = 'confirmed' | 'proposed' | 'awaited';

/**
 * The effect of an operator's request if two operators are needed. It confirms the latest proposal if that asks for the same
 * and comes from another person; otherwise it is a new proposal, which replaces the latest. `latest` is at most a day old.
 */
export function consentTo(latest: Proposal | undefined, said: Proposal): Consent {
  if (latest?.decision !== said.decision) return 'proposed';
  return plain(latest.operator) === plain(said.operator) ? 'awaited' : 'confirmed';
}

/** Names in proposals of earlier releases may have upper-case letters. */
function plain(name: string): string {
  return personOf(name.normalize('NFKC'));
}
