import type { Challenge } from './challenge.js';
import type { CircuitSettings } from '../configuration/configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { ReportedReversal } from '../refunds/reversal.js';
import type { Evidence, ProviderReport, ReviewCause } from './report.js';
import type { FinalStatus, StatusSource, TransactionStatus } from './status.js';
import type { AttemptState, Known } from './transaction.js';

/** The changes of one step of a transaction, which are written in one statement, all or none. */
export type Change = {
  readonly attempt?: AttemptChange;
  readonly lookup?: LookupAnswer;
  /** Rows of the provider inbox that this step applies. */
  readonly applied?: { readonly ids: readonly string[]; readonly verdict: string };
  readonly review?: { readonly cause: ReviewCause; readonly report: Evidence };
  /** What the provider has told about the money after the success; judged and recorded on its own, before the rest. */
  readonly reversals?: { readonly provider: string; readonly told: readonly ReportedReversal[] };
  /** The operator's decision that this step carries out. */
  readonly decision?: OperatorDecision;
  readonly move?: Move;
  /** Schedules a later look-up of a successful payment, or brings it forward. */
  readonly askAgain?: SuccessQuestion;
  /** Whether the call reached the provider, for the circuit of its MID; absent if inconclusive. */
  readonly circuit?: CircuitChange | undefined;
  /** Contract §14: card data is deleted in the statement that records the attempt's result. */
  readonly forgetCard?: boolean;
};

type AttemptChange = {
  readonly n: number;
  /** Absent for a report on an attempt that has ended: the report is kept if the attempt has none yet. */
  readonly to?: AttemptState;
  readonly cause?: string | undefined;
  readonly detail?: string | undefined;
  readonly providerId?: string | undefined;
  readonly report?: ProviderReport | undefined;
};

export type LookupAnswer = {
  readonly n: number;
  readonly answer: 'found' | 'not_found' | 'no_answer';
  readonly report?: ProviderReport | undefined;
  readonly detail?: string | undefined;
  /** False for a look-up beside the schedule, whose "not found" does not count towards the end of a payment. */
  readonly counts: boolean;
};

/** An operator's decision with its reason and evidence. Holds no card or customer data. */
export type OperatorDecision = {
  readonly decision: string;
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};

/** `failed`: the call was not sent or not answered in time; `failures` of them in a row open the circuit. `reached` closes it. */
export type CircuitChange = { readonly kind: 'reached' } | ({ readonly kind: 'failed' } & CircuitSettings);

/** Milliseconds from now, with a random addition, so that payments that ended together are not looked up together. */
type SuccessQuestion = {
  readonly n: number;
  /** Index in the plan's `lateSuccessLookupsMs`; its length for an additional look-up. Ignored if a look-up is scheduled already. */
  readonly step: number;
  /** Absent if no look-up is planned. */
  readonly afterMs?: number;
  readonly spreadMs: number;
  /** Replaces `afterMs` if the payment ends while a hint about it has had no answer. */
  readonly afterHintMs?: number;
};

type Move = OpenMove | FinalMove;

type OpenMove = {
  readonly to: Exclude<TransactionStatus, FinalStatus>;
  readonly source: StatusSource;
  readonly challenge?: Challenge | undefined;
  readonly provider?: string | undefined;
  /** The card was declined, and the page asks for another one: its challenge is over, and nothing is due. */
  readonly asksAgain?: true;
};

/** The move to a final state with its event, which is written in the same statement (contract §8). */
export type FinalMove = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  /** Code and description of the error table. */
  readonly error:
    { readonly code: number; readonly reason: string; readonly description: string | undefined } | undefined;
  readonly expiredAtStage: string | undefined;
  readonly finishedAt: Date;
  readonly provider?: string | undefined;
  /** Schedules a late look-up of attempt `n`, which ends because its provider does not know it. */
  readonly lookUpLate?: { readonly n: number; readonly afterMs: number };
  readonly event: {
    readonly eventId: string;
    readonly body: string;
    readonly callbackUrl: string | undefined;
  };
};

/** The time of a decision, and the identifier of the event that it writes if it ends the transaction. */
export type Moment = { readonly now: Date; readonly eventId: string };

/** The end of a transaction. */
export type End = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  readonly error?: ErrorKey | undefined;
  /** Replaces the description of the error table; holds no personal data. */
  readonly description?: string | undefined;
  readonly expiredAtStage?: string;
};

/** The transaction after a recorded change; `status` is the recorded one. */
export function applyChange(
  { transaction, attempts }: Known,
  { attempt: changed, move }: Change,
  status: TransactionStatus,
): Known {
  return {
    transaction: {
      ...transaction,
      status,
      ...(move && 'asksAgain' in move && { submitDueAt: undefined, tries: transaction.tries + 1 }),
    },
    attempts: attempts.map((attempt) =>
      attempt.n === changed?.n
        ? { ...attempt, state: changed.to ?? attempt.state, cause: changed.cause ?? attempt.cause }
        : attempt,
    ),
  };
}
