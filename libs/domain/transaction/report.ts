import type { Attempt, Transaction } from './transaction.js';
import type { Challenge } from './challenge.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import { isSameMoney } from '../money.js';
import { isFinal, type FinalStatus, type TransactionType } from './status.js';

/**
 * What a provider told us about one attempt. Only `success`, `declined`, `error`, `expired` and `cancelled` can end a
 * transaction; everything a provider says that is not explicitly one of them is `open`.
 */
export type ProviderOutcome = 'success' | 'declined' | 'error' | 'expired' | 'cancelled' | 'open';

/** Counts only for the attempt whose reference it names, and its success only for the exact money (contract §9). */
export type ProviderReport = {
  /** Our reference towards the provider, `<identifier>-<n>`. */
  readonly providerReference: string;
  readonly outcome: ProviderOutcome;
  /** The provider's own id of the charge, when it gave one. */
  readonly providerId?: string;
  /** Decimal string in major units. */
  readonly amount?: string;
  readonly currency?: string;
  /** The provider's own reason, already free of personal data. */
  readonly reason?: string;
  /** What the reason means to the merchant, where we have words of our own for it. */
  readonly cause?: EndCause;
  /**
   * Tells the merchant why, in the place of the error table's words. A sentence of the connector's own, for which it vouches:
   * nothing that the provider has written freely, which could hold personal data or a card number.
   */
  readonly explanation?: string;
  /** It is open until a person lets it go on at the provider: it is shown to one of ours, and never sent again. */
  readonly awaitsApproval?: true;
};

/**
 * Named like the error key (contract §12) that the transaction ends with: a payout declined for its bank, a payment whose
 * card, or what the customer filled in, the provider did not take.
 */
export type EndCause = 'bankNotSupported' | 'cardNotRegistered' | 'fillingDataRefused';

/** Why an answer is missing or unusable; decides the words of the final error, never whether money moved. */
export type UnknownCause = 'timeout' | 'communication' | 'unreadable';

/**
 * Result of the one call that submits an attempt, decided by explicit evidence only:
 * - `accepted`: the provider has it and will tell the outcome later.
 * - `final`: the provider has it and told the outcome at once (`success`, `error`, `expired`, `cancelled`).
 * - `declined`: the provider refused it for good; `soft` allows the next route.
 * - `notSent`: the provider surely has nothing of it: no byte can have reached it, or it has said in so many words that
 *   it registers nothing now. `error` is how it ends where no other route is left; absent, nobody was reached.
 * - `unknown`: everything else. Never re-sent, always looked up.
 */
export type SubmitResult =
  | {
      readonly kind: 'accepted';
      readonly providerId?: string;
      readonly challenge?: Challenge;
      readonly evidence?: ProviderReport;
    }
  | { readonly kind: 'final'; readonly evidence: ProviderReport }
  | { readonly kind: 'declined'; readonly soft: boolean; readonly evidence: ProviderReport }
  | { readonly kind: 'notSent'; readonly detail: string; readonly error?: 'failed' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause; readonly detail: string };

/** The same, or why we did not call: `error` is the condition of the error table that kept the attempt from being sent. */
export type Submitted =
  | SubmitResult
  | { readonly kind: 'notSent'; readonly detail: string; readonly error: ErrorKey }
  | { readonly kind: 'blocked'; readonly error: ErrorKey; readonly description?: string };

/** What surely never left us. */
export type NeverSubmitted = Extract<Submitted, { kind: 'notSent' | 'blocked' }>;

/**
 * What a provider was told before the money is asked for. `prepared` is its name for that, if it has one: an identifier or
 * an address, nothing of a person. Everything but its word that it has it is `notSent`, for no money can move by it.
 */
export type PrepareResult =
  { readonly kind: 'prepared'; readonly prepared?: string } | Extract<SubmitResult, { kind: 'notSent' }>;

/** Answer to a look-up. `challenge` when the provider still offers one. */
export type LookupResult =
  | { readonly kind: 'found'; readonly evidence: ProviderReport; readonly challenge?: Challenge }
  | { readonly kind: 'notFound' }
  | {
      readonly kind: 'noAnswer';
      readonly cause: UnknownCause;
      readonly detail: string;
      /** Milliseconds for which the provider asks not to be asked again. */
      readonly retryAfterMs?: number;
    };

/** What a report is held against. */
export type ReportSubject = {
  readonly transaction: Pick<Transaction, 'type' | 'status' | 'amount' | 'currency'>;
  readonly attempts: readonly Pick<Attempt, 'n' | 'provider' | 'providerReference' | 'state'>[];
};

/**
 * What a report proves:
 * - `end`: attempt `n`, and with it the transaction, ended with this status and error.
 * - `open`: attempt `n` is still open; nothing follows.
 * - `agrees`: it says what is recorded already.
 * - `review`: it contradicts what is recorded, its money is not the transaction's, or the provider waits for a person: a
 *   person decides, nothing moves.
 */
export type Proof =
  | ({ readonly kind: 'end'; readonly n: number } & Ending)
  | { readonly kind: 'open'; readonly n: number }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'review'; readonly cause: ReviewCause };

export type Ending = { readonly to: FinalStatus; readonly error: ErrorKey | undefined };

export type ReviewCause =
  | 'wrong amount'
  | 'contradicts the final state'
  | 'other attempt'
  | 'attempt was over'
  | 'was held as not sent'
  | 'unknown attempt'
  | 'awaits approval at the provider';

/** Contract §9: a report counts only if provider and reference match the attempt, success only for its exact money. */
export function proofOf(
  { transaction, attempts }: ReportSubject,
  provider: string,
  report: ProviderReport,
): Proof {
  const attempt = attempts.find(
    (candidate) =>
      candidate.provider === provider && candidate.providerReference === report.providerReference,
  );
  if (!attempt) return { kind: 'review', cause: 'unknown attempt' };
  const end = endingOf(transaction.type, report);
  if (!end) {
    // The provider has what we hold as never sent: money may move by it, whatever became of the transaction.
    if (attempt.state === 'not_sent') return { kind: 'review', cause: 'was held as not sent' };
    if (report.awaitsApproval && !isFinal(transaction.status))
      return { kind: 'review', cause: 'awaits approval at the provider' };
    return { kind: 'open', n: attempt.n };
  }
  if (end.to === 'success' && !isPaidInFull(transaction, report)) {
    return { kind: 'review', cause: 'wrong amount' };
  }
  if (isFinal(transaction.status)) {
    if (transaction.status === end.to) return { kind: 'agrees' };
    return { kind: 'review', cause: 'contradicts the final state' };
  }
  const current = attempts.at(-1);
  const isOver = attempt !== current || attempt.state === 'not_sent' || attempt.state === 'declined';
  if (!isOver) return { kind: 'end', n: attempt.n, ...end };
  if (end.to !== 'success') return { kind: 'agrees' };
  return { kind: 'review', cause: attempt === current ? 'attempt was over' : 'other attempt' };
}

/** How a report ends a transaction, if its outcome is one that does. */
export function endingOf(type: TransactionType, { outcome, cause }: ProviderReport): Ending | undefined {
  if (outcome === 'open') return undefined;
  const named = cause && causes[cause];
  return named && named.type === type && named.to === outcome
    ? { to: named.to, error: cause }
    : endings[type][outcome];
}

/** What each cause can end, and how: it says why, never that. */
const causes: Readonly<
  Record<EndCause, { readonly type: TransactionType; readonly to: 'declined' | 'error' }>
> = {
  bankNotSupported: { type: 'payout', to: 'declined' },
  cardNotRegistered: { type: 'payment', to: 'error' },
  fillingDataRefused: { type: 'payment', to: 'error' },
};

/** The only words that end a transaction: everything not explicit stays open. A payout never expires (contract §9). */
const endings: Readonly<Record<TransactionType, Readonly<Record<Exclude<ProviderOutcome, 'open'>, Ending>>>> =
  {
    payment: {
      success: { to: 'success', error: undefined },
      declined: { to: 'declined', error: 'declined' },
      error: { to: 'error', error: 'failed' },
      expired: { to: 'expired', error: 'expired' },
      cancelled: { to: 'declined', error: 'paymentCancelled' },
    },
    payout: {
      success: { to: 'success', error: undefined },
      declined: { to: 'declined', error: 'declined' },
      error: { to: 'error', error: 'failed' },
      expired: { to: 'error', error: 'failed' },
      cancelled: { to: 'declined', error: 'declined' },
    },
  };

/** A success that names no amount is taken for the amount asked; one that names another is not success. */
function isPaidInFull(
  money: Pick<Transaction, 'amount' | 'currency'>,
  { amount, currency }: ProviderReport,
): boolean {
  if (currency !== undefined && currency !== money.currency) return false;
  if (amount === undefined) return true;
  return isSameMoney(money, { amount, currency: money.currency });
}

/** What is known of an attempt when its provider says that it knows nothing of it. */
export type NotFound = {
  /** The submit call had no readable answer: only then can "not found" mean anything. */
  readonly isUnanswered: boolean;
  /** The provider's settle time is over. */
  readonly isSettled: boolean;
  /** Equal answers in a row since then, this one included. */
  readonly answers: number;
  readonly answersMin: number;
};

/**
 * Contract §9: several equal answers after the settle time prove that a payment never reached the provider. They never
 * prove it for a payout, where a mistake pays twice: it is asked again, and shown to a person after
 * `timing.unknownReviewMs` (contract §10, `timeout_lost`).
 */
export function provesNeverArrived(
  type: TransactionType,
  { isUnanswered, isSettled, answers, answersMin }: NotFound,
): boolean {
  if (type === 'payout') return false;
  return isUnanswered && isSettled && answers >= answersMin;
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

/** A provider will say no more of this attempt. */
export function isLastWord(answer: LookupResult): boolean {
  return answer.kind === 'found' && answer.evidence.outcome !== 'open';
}
