import type { Challenge } from './transaction.js';

/**
 * What a provider told us about one attempt. Only `success`, `declined`, `error`, `expired` and `cancelled` are
 * words that can end a transaction; everything a provider says that is not explicitly one of them is `open`.
 */
export type ProviderOutcome = 'success' | 'declined' | 'error' | 'expired' | 'cancelled' | 'open';

/** Evidence counts only for the attempt whose reference it names, and success only for its exact money (contract §9). */
export type Evidence = {
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
  | { readonly kind: 'accepted'; readonly providerId?: string; readonly challenge?: Challenge }
  | { readonly kind: 'final'; readonly evidence: Evidence }
  | { readonly kind: 'declined'; readonly soft: boolean; readonly evidence: Evidence }
  | { readonly kind: 'notSent'; readonly detail: string; readonly error?: 'failed' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause; readonly detail: string };

/** Answer to a look-up by our provider-side reference. `challenge` when the provider still offers one. */
export type LookupResult =
  | { readonly kind: 'found'; readonly evidence: Evidence; readonly challenge?: Challenge }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noAnswer'; readonly cause: UnknownCause; readonly detail: string };
