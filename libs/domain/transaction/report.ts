import type { Challenge } from './challenge.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { FinalStatus, TransactionType } from './status.js';

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
