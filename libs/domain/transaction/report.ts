import type { Challenge } from './challenge.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { ReportedReversal } from '../refunds/reversal.js';
import type { FinalStatus, TransactionType } from './status.js';

/**
 * The outcome of an attempt in a provider's report. Only `success`, `declined`, `error`, `expired` and `cancelled` can end a
 * transaction; everything that is not explicitly one of them is `open`.
 */
export type ProviderOutcome = 'success' | 'declined' | 'error' | 'expired' | 'cancelled' | 'open';

/** Counts only for the attempt whose reference it names, and its success only for the exact money (contract §9). */
export type ProviderReport = {
  /** Our reference towards the provider, `<identifier>-<n>`. */
  readonly providerReference: string;
  readonly outcome: ProviderOutcome;
  /** The provider's own id of the charge, if the report has one. */
  readonly providerId?: string;
  /** Decimal string in major units. */
  readonly amount?: string;
  readonly currency?: string;
  /** The provider's own reason, already free of personal data. */
  readonly reason?: string;
  /** The reason as a condition of the error table, if it is one. */
  readonly cause?: EndCause;
  /**
   * Replaces the description of the error table. A sentence of the connector itself, never free text of the provider, which
   * could hold personal data or a card number.
   */
  readonly explanation?: string;
  /**
   * The decline is soft, or the customer's own: another card may pass, or the same one with its details corrected. Absent in a
   * hard decline, and where the provider does not tell it from a hard one.
   */
  readonly mayTryAgain?: true;
  /** A person must approve it at the provider: it is raised for review, and never sent again. */
  readonly awaitsApproval?: true;
};

/** A provider's word as it is kept: about the outcome of an attempt, or about its money after the success. */
export type Evidence = ProviderReport | ReportedReversal;

/**
 * A cause has the name of the error key (contract §12) with which the transaction ends: a payout declined for its bank, or a
 * payment whose card or customer data the provider has refused.
 */
export type EndCause = 'bankNotSupported' | 'cardNotRegistered' | 'fillingDataRefused';

/** Why an answer is missing or unusable. Decides the description of the final error, never whether money moved. */
export type UnknownCause = 'timeout' | 'communication' | 'unreadable';

/**
 * Result of the one call that submits an attempt, decided by explicit evidence only:
 * - `accepted`: the provider has it and will report the outcome later.
 * - `final`: the provider has it and has reported the outcome at once (`success`, `error`, `expired`, `cancelled`).
 * - `declined`: the provider has refused it for good; `soft` allows the next route.
 * - `notSent`: the provider certainly does not have it: no byte can have reached it, or its answer says explicitly that it
 *   registers nothing now. `error`: the end if no other route is left; absent if the provider was not reached.
 * - `unknown`: everything else. Never sent again, always looked up.
 */
export type SubmitResult =
  | {
      readonly kind: 'accepted';
      readonly providerId?: string;
      readonly challenge?: Challenge;
      readonly report?: ProviderReport;
    }
  | { readonly kind: 'final'; readonly report: ProviderReport }
  | { readonly kind: 'declined'; readonly soft: boolean; readonly report: ProviderReport }
  | { readonly kind: 'notSent'; readonly detail: string; readonly error?: 'failed' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause; readonly detail: string };

/** The result, or the reason why no call was made: `error` is the condition of the error table that prevented it. */
export type Submitted =
  | SubmitResult
  | { readonly kind: 'notSent'; readonly detail: string; readonly error: ErrorKey }
  | { readonly kind: 'blocked'; readonly error: ErrorKey; readonly description?: string };

/** Results of attempts that were certainly not sent. */
export type NeverSubmitted = Extract<Submitted, { kind: 'notSent' | 'blocked' }>;

/**
 * Result of the preparation that some providers need before the submit. `prepared`: the provider's name for it, if it has one:
 * an identifier or an address, never personal data. Every other result is `notSent`, because a preparation moves no money.
 */
export type PrepareResult =
  { readonly kind: 'prepared'; readonly prepared?: string } | Extract<SubmitResult, { kind: 'notSent' }>;

/**
 * Answer to a look-up. `challenge` is present while the provider offers one. `reversals`: everything that the provider's
 * record tells about the money after a success; empty if all that it tells is refunds of ours, absent if it tells nothing.
 * `isMoneyUnread`: there may be more of them, because a list of the provider did not answer.
 */
export type LookupResult =
  | {
      readonly kind: 'found';
      readonly report: ProviderReport;
      readonly challenge?: Challenge;
      readonly reversals?: readonly ReportedReversal[];
      readonly isMoneyUnread?: true;
    }
  | { readonly kind: 'notFound' }
  | {
      readonly kind: 'noAnswer';
      readonly cause: UnknownCause;
      readonly detail: string;
      /** From the provider's `Retry-After`. */
      readonly retryAfterMs?: number;
    };

/**
 * What a report proves:
 * - `end`: attempt `n`, and with it the transaction, ended with this status and error.
 * - `open`: attempt `n` is still open; nothing follows.
 * - `agrees`: it repeats the recorded state.
 * - `returned`: a refund has failed after its success, so that its money is back (contract §15.4).
 * - `review`: it contradicts the recorded state, its money is not the transaction's, or the provider waits for a person: an
 *   operator decides, and nothing moves.
 */
export type Proof =
  | ({ readonly kind: 'end'; readonly n: number } & Ending)
  | { readonly kind: 'open'; readonly n: number }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'returned' }
  | { readonly kind: 'review'; readonly cause: ReviewCause };

export type Ending = { readonly to: FinalStatus; readonly error: ErrorKey | undefined };

export type ReviewCause =
  | 'wrong amount'
  | 'contradicts the final state'
  | 'other attempt'
  | 'attempt was over'
  | 'was held as not sent'
  | 'unknown attempt'
  | 'awaits approval at the provider'
  | 'not found at the provider'
  | StatementCause
  | ReversalCause;

/** A line of the provider's statement contradicts what is recorded (contract §16.4). */
type StatementCause = 'statement: status' | 'statement: amount' | 'statement: currency' | 'statement: twice';

/** Why a reversal waits for a person, or, for the last one, what a reversal has led to (contract §15.3, §15.8). */
export type ReversalCause =
  | 'money came back'
  | 'more came back than was paid out'
  | 'more was won back than was charged back'
  | 'may be a refund of ours'
  | 'told with two amounts'
  | 'more went back than was paid';

/** The end that a report's outcome leads to, if it is a final one. */
export function endingOf(type: TransactionType, { outcome, cause }: ProviderReport): Ending | undefined {
  const named = cause && causes[cause];
  return named && named.type === type && named.to === outcome
    ? { to: named.to, error: cause }
    : endings[type][outcome];
}

/** The end that each cause may explain. A cause never ends a transaction; the outcome does. */
const causes: Readonly<
  Record<EndCause, { readonly type: TransactionType; readonly to: 'declined' | 'error' }>
> = {
  bankNotSupported: { type: 'payout', to: 'declined' },
  cardNotRegistered: { type: 'payment', to: 'error' },
  fillingDataRefused: { type: 'payment', to: 'error' },
};

/** The end that each outcome leads to. A payout never expires (contract §9). */
const endings: Readonly<Record<TransactionType, Readonly<Record<ProviderOutcome, Ending | undefined>>>> = {
  payment: {
    success: { to: 'success', error: undefined },
    declined: { to: 'declined', error: 'declined' },
    error: { to: 'error', error: 'failed' },
    expired: { to: 'expired', error: 'expired' },
    cancelled: { to: 'declined', error: 'paymentCancelled' },
    open: undefined,
  },
  payout: {
    success: { to: 'success', error: undefined },
    declined: { to: 'declined', error: 'declined' },
    error: { to: 'error', error: 'failed' },
    expired: { to: 'error', error: 'failed' },
    cancelled: { to: 'declined', error: 'declined' },
    open: undefined,
  },
  refund: {
    success: { to: 'success', error: undefined },
    declined: { to: 'declined', error: 'declined' },
    error: { to: 'error', error: 'failed' },
    expired: { to: 'declined', error: 'declined' },
    cancelled: { to: 'declined', error: 'declined' },
    open: undefined,
  },
};
