import { personOf } from '../configuration/operators.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import { askedAfterEnd } from './ask-again.js';
import type { Change, End, Moment, OperatorDecision } from './change.js';
import { endTransaction } from './decide.js';
import type { ProviderOutcome, ProviderReport } from './report.js';
import { phaseOf } from './state.js';
import { isFinal } from './status.js';
import type { Attempt, Known } from './transaction.js';

/*
 * Ends that no provider has reported: for want of time or of a route, by the customer or the merchant, by an operator.
 * All but the operator's hold only for what surely was not sent, or is surely over without money (contract §9).
 */

/**
 * The time to post the page, or to choose the bank, is over. Whoever posts or chooses first makes the transaction due:
 * then nothing is written. A page that nobody has ever opened was an intention only (contract §8); a payout never
 * expires (contract §9).
 */
export function afterExpiry(known: Known, moment: Moment): Change {
  const { type, openedAt, payableUntil } = known.transaction;
  if (moment.now < payableUntil) return {};
  if (type === 'payout')
    return endAwaitingInput(known, { to: 'declined', source: 'timer', error: 'payoutCancelled' }, moment);
  const stage = openedAt === undefined ? { expiredAtStage: 'intention' } : {};
  return endAwaitingInput(known, { to: 'expired', source: 'timer', error: 'expired', ...stage }, moment);
}

/** Who cancels by name. Whoever gives none is the customer of a payment, or the operator of a payout. */
export type Canceller = 'merchant';

/**
 * The customer has left the page, or an operator gives up a payout whose bank was not chosen: either ends what awaits
 * input. The merchant's own cancel (contract §7) also ends what is due: whoever begins an attempt meanwhile makes a
 * further revision, so that this is decided again.
 */
export function afterCancel(known: Known, by: Canceller | undefined, moment: Moment): Change {
  const { transaction } = known;
  const end: End =
    transaction.type === 'payout'
      ? { to: 'declined', source: by ?? 'operator', error: 'payoutCancelled' }
      : { to: 'declined', source: by ?? 'customer', error: 'paymentCancelled' };
  if (by === 'merchant' && phaseOf(known) === 'due')
    return { move: endTransaction(transaction, end, moment), forgetCard: true };
  return endAwaitingInput(known, end, moment);
}

function endAwaitingInput(known: Known, end: End, moment: Moment): Change {
  return phaseOf(known) === 'awaitingInput' ? { move: endTransaction(known.transaction, end, moment) } : {};
}

/**
 * No attempt was begun. Undefined while one may still begin, or its outcome come; else the end of what was due for too
 * long, or has no route left. `made`: how many attempts there were. If there are more now, another run has begun one and
 * has the right to send it: a look-up finds out what became of it.
 */
export function afterNoRoute(
  known: Known,
  { isTooOld, made }: { readonly isTooOld: boolean; readonly made: number },
  moment: Moment,
): Change | undefined {
  const { transaction, attempts } = known;
  if (phaseOf(known) !== 'due' || attempts.length !== made) return undefined;
  const over = attempts.filter(({ state }) => state !== 'preparing');
  const isPreparing = over.length < made;
  const hasNextRoute = made === 0 || isPreparing || transaction.plan.routes[made] !== undefined;
  if (hasNextRoute && !isTooOld) return undefined;
  return { move: endTransaction(transaction, endOfUnsent(over), moment), forgetCard: true };
}

/** Of attempts that are all over without money; those whose MID had no room in its limits (cause `limit`) do not count. */
function endOfUnsent(attempts: readonly Pick<Attempt, 'state' | 'cause'>[]): End {
  if (attempts.length === 0) return { to: 'error', source: 'timer', error: 'notSubmittedInTime' };
  const tried = attempts.filter(({ cause }) => cause !== 'limit');
  if (tried.at(-1)?.state === 'declined') return { to: 'declined', source: 'provider', error: 'declined' };
  const error: ErrorKey = tried.length > 1 ? 'neverSentByAnyRoute' : 'neverSent';
  return { to: 'error', source: 'provider', error };
}

/** What an operator decides, on evidence that a person has seen. */
export type Resolution = Omit<OperatorDecision, 'decision'> & { readonly status: 'success' | 'declined' };

/**
 * An operator ends it, against nothing that a provider has reported (`reports`: all of it). `refused`: why not, as a
 * sentence for the operator.
 */
export function afterResolution(
  known: Known,
  { resolution, reports }: { readonly resolution: Resolution; readonly reports: readonly ProviderReport[] },
  moment: Moment,
): Change | { readonly refused: string } {
  const { transaction } = known;
  const { status: to, operator, reason, evidence } = resolution;
  if (isFinal(transaction.status)) return { refused: `The payment is final already: ${transaction.status}.` };
  const reported = contradictsResolution(to, reports);
  if (reported) return { refused: `A provider has said ${reported}; ${to} contradicts it.` };
  const error = to === 'success' ? undefined : 'declined';
  return {
    decision: { decision: `resolved: ${to}`, operator, reason, evidence },
    move: endTransaction(transaction, { to, source: 'operator', error }, moment),
    ...askedAfterEnd(transaction, known.attempts.at(-1)?.n, to),
    forgetCard: true,
  };
}

/**
 * The reported outcome, if any, that forbids an operator's decision: no payment is declined when a provider says that it took
 * money, whatever the amount, and none is a success when the only final outcome reported was another one.
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

/** What an operator has asked for and another one has to confirm (contract §9, docs/operations.md). */
export type Proposal = {
  readonly operator: string;
  /** What is to be done and about what, in words. */
  readonly decision: string;
};

/** `awaited`: it is what was proposed before, by the same person. */
export type Consent = 'confirmed' | 'proposed' | 'awaited';

/**
 * What a person's word is worth where two are needed. It confirms the latest proposal when that asks for the very same
 * and comes from somebody else; anything else is a proposal of its own, which replaces the one before. `latest` is no
 * older than a day.
 */
export function consentTo(latest: Proposal | undefined, said: Proposal): Consent {
  if (latest?.decision !== said.decision) return 'proposed';
  return plain(latest.operator) === plain(said.operator) ? 'awaited' : 'confirmed';
}

/** Proposals of earlier releases have names of any letters. */
function plain(name: string): string {
  return personOf(name.normalize('NFKC'));
}
