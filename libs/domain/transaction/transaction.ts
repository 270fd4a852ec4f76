import type { Plan } from './plan.js';
import type { Challenge } from './challenge.js';
import type { Echoed } from './echoed.js';
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
  /** What the ledger moves for it; equal to amount and currency when nothing is converted. */
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
  /** Of a payout, once it was chosen or given; the name where it is known. */
  readonly bank: { readonly code: string; readonly name: string | undefined } | undefined;
  readonly locale: string | undefined;
  readonly redirectUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly errorUrl: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly challenge: Challenge | undefined;
  /** Of a payment by a transfer whose details the merchant has sent; read where a record is made of it. */
  readonly transfer?: SentTransfer | undefined;
  readonly provider: string | undefined;
  readonly plan: Plan;
  readonly submitDueAt: Date | undefined;
  readonly openedAt: Date | undefined;
  readonly payableUntil: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  /** Card forms with mistakes that were posted on its link, where the project counts them. */
  readonly faultyForms: number;
  /** Of the trace that its create call began (W3C Trace Context); undefined: it is not traced. */
  readonly traceparent: string | undefined;
  /** Counts what changed it: a decision holds for the revision that it was made on. */
  readonly revision: number;
};

/** What workflows about a transaction are started from and found by. */
export type TransactionSubject = Pick<
  Transaction,
  'identifier' | 'type' | 'merchant' | 'reference' | 'method' | 'amount' | 'currency'
>;
export type PlannedSubject = TransactionSubject & Pick<Transaction, 'plan'>;

/**
 * How far one attempt at a provider has come:
 * - `preparing`: its provider is being told what moves no money yet. Whoever is still there may begin that again; it stays
 *   so where the transaction ends meanwhile.
 * - `sending`: its row is committed; the request may be on its way. `unknown`: the call had no readable answer.
 * - `accepted`: the provider has it. `final`: the provider's word ended the transaction.
 * - `declined`, `not_sent`: over without money; the next route may be due.
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
  /** The provider's own id of it: what it can be asked by beside our reference. */
  readonly providerId?: string | undefined;
  /** What its provider was told of it, and called it by, before it was sent. */
  readonly prepared?: string | undefined;
};

/** What every decision is made on: a transaction as it was read, with its attempts, oldest first; only the last may be open. */
export type Known = {
  readonly transaction: Transaction;
  readonly attempts: readonly Attempt[];
};
