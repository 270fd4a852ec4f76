import type { Plan } from './plan.js';
import type { Challenge, ChallengeType } from './challenge.js';
import type { Echoed } from './echoed.js';
import type { RefundReason } from '../refunds/refund-reason.js';
import type { Money } from '../values/money.js';
import type { SentTransfer } from './transfer-details.js';
import type { StatusSource, Style, TransactionStatus, TransactionType } from './status.js';

/** A registered transaction. Holds no personal data and no card number. */
export type Transaction = Echoed & {
  readonly identifier: string;
  readonly requestId: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly project: string;
  readonly reference: string;
  readonly method: string;
  readonly style: Style;
  readonly mode: string | undefined;
  readonly currency: string;
  /** As the merchant wrote it. */
  readonly amount: string;
  /** The money that the ledger moves; equal to amount and currency if nothing is converted. */
  readonly billing: Money;
  readonly status: TransactionStatus;
  readonly statusSource: StatusSource;
  readonly errorCode: number;
  readonly errorReason: string;
  readonly errorDescription: string | undefined;
  readonly expiredAtStage: string | undefined;
  /** JSON text of `extra.meta`, numbers as written. */
  readonly meta: string;
  readonly card: { readonly first6: string; readonly last4: string; readonly brand: string } | undefined;
  /** Bank of a payout, once it was chosen or given; the name if it is known. */
  readonly bank: { readonly code: string; readonly name: string | undefined } | undefined;
  readonly locale: string | undefined;
  readonly redirectUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly errorUrl: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly challenge: Challenge | undefined;
  /** Of its latest challenge, also when that is over. */
  readonly challengeType?: ChallengeType | undefined;
  /** Transfer details that the merchant has sent; loaded for records only. */
  readonly transfer?: SentTransfer | undefined;
  readonly provider: string | undefined;
  readonly plan: Plan;
  readonly submitDueAt: Date | undefined;
  readonly openedAt: Date | undefined;
  readonly payableUntil: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  /** Number of faulty card forms that were posted on its page, if the project counts them. */
  readonly faultyForms: number;
  /** Number of declined cards after which its page has asked for another one. */
  readonly tries: number;
  /** Of a refund: identifier and reference of its payment, and the merchant's reason (contract §15.1). */
  readonly payment: string | undefined;
  readonly paymentReference: string | undefined;
  readonly reason: RefundReason | undefined;
  /** Of a refund that had to wait for its turn: the refund before it. */
  readonly waitsFor?: string | undefined;
  /** Trace of its create call (W3C Trace Context); undefined if it is not traced. */
  readonly traceparent: string | undefined;
  /** Number of changes so far: a decision holds only for the revision on which it was made. */
  readonly revision: number;
};

/** The fields from which workflows of a transaction are started and by which they are found. */
export type TransactionSubject = Pick<
  Transaction,
  'identifier' | 'type' | 'merchant' | 'reference' | 'method' | 'amount' | 'currency'
> & { readonly paymentReference?: string | null | undefined };
export type PlannedSubject = TransactionSubject & Pick<Transaction, 'plan'>;

/**
 * State of one attempt at a provider:
 * - `preparing`: the provider is being prepared, which moves no money and may be repeated by any run. Stays if the transaction
 *   ends meanwhile.
 * - `sending`: its row is committed; the request may be on its way. `unknown`: the call had no readable answer.
 * - `accepted`: the provider has it. `final`: the provider's report has ended the transaction.
 * - `declined`, `not_sent`: ended without money; the next route may be due.
 */
export type AttemptState =
  'preparing' | 'sending' | 'accepted' | 'final' | 'declined' | 'not_sent' | 'unknown';

export type Attempt = {
  readonly n: number;
  readonly provider: string;
  readonly mid: string;
  /** `<identifier>-<n>`. */
  readonly providerReference: string;
  readonly state: AttemptState;
  readonly cause: string | undefined;
  /** The provider's own id of it, for look-ups beside our reference. */
  readonly providerId?: string | undefined;
  /** The provider's name for the preparation of this attempt. */
  readonly prepared?: string | undefined;
};

/** The subject of every decision: a transaction as it was loaded, with its attempts, oldest first; only the last may be open. */
export type Known = {
  readonly transaction: Transaction;
  readonly attempts: readonly Attempt[];
};
