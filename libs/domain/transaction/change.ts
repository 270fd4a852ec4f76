import type { Challenge } from './challenge.js';
import type { CircuitSettings } from '../configuration/configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { ProviderReport, ReviewCause } from './report.js';
import type { FinalStatus, StatusSource, TransactionStatus } from './status.js';
import type { AttemptState, Known } from './transaction.js';

/** What one step of a transaction writes. Everything given is written in one statement, or nothing is. */
export type Change = {
  readonly attempt?: AttemptChange;
  readonly lookup?: LookupAnswer;
  /** Rows of the provider inbox that this step applies. */
  readonly applied?: { readonly ids: readonly string[]; readonly verdict: string };
  readonly review?: { readonly cause: ReviewCause; readonly evidence: ProviderReport };
  /** What a person decided, in the statement that does it. */
  readonly decision?: OperatorDecision;
  readonly move?: Move;
  /** The provider of a successful payment is to be asked about it once more, or sooner than it would be. */
  readonly askAgain?: SuccessQuestion;
  /** Whether the call reached the provider, for the circuit of its MID; absent if inconclusive. */
  readonly circuit?: CircuitChange | undefined;
  /** Contract §14: card data goes with the statement that records the attempt's result. */
  readonly forgetCard?: boolean;
};

type AttemptChange = {
  readonly n: number;
  /** Absent for a report on an attempt that is over: it is kept if the attempt has none yet. */
  readonly to?: AttemptState;
  readonly cause?: string | undefined;
  readonly detail?: string | undefined;
  readonly providerId?: string | undefined;
  readonly evidence?: ProviderReport | undefined;
};

export type LookupAnswer = {
  readonly n: number;
  readonly answer: 'found' | 'not_found' | 'no_answer';
  readonly evidence?: ProviderReport | undefined;
  readonly detail?: string | undefined;
  /** False: somebody asked out of turn, so that its "not found" is none of those in a row that end a payment. */
  readonly counts: boolean;
};

/** What a person has decided, why, and what they have seen of it: no card or customer data. */
export type OperatorDecision = {
  readonly decision: string;
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};

/** `failed`: the call never left us or was not answered in time; so many in a row open the circuit. `reached`: it closes. */
export type CircuitChange = { readonly kind: 'reached' } | ({ readonly kind: 'failed' } & CircuitSettings);

/** Milliseconds from now, with a random addition, so that payments that ended together are not looked up together. */
type SuccessQuestion = {
  readonly n: number;
  /** Of the plan's `lateSuccessLookupsMs`; their number, where it is none of them. Of no matter where a question is planned already. */
  readonly step: number;
  readonly afterMs: number;
  readonly spreadMs: number;
};

type Move = OpenMove | FinalMove;

type OpenMove = {
  readonly to: Exclude<TransactionStatus, FinalStatus>;
  readonly source: StatusSource;
  readonly challenge?: Challenge | undefined;
  readonly provider?: string | undefined;
};

/** A final state carries its event: the merchant's callback is written in the same statement (contract §8). */
export type FinalMove = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  /** Code and words of the error table. */
  readonly error:
    { readonly code: number; readonly reason: string; readonly description: string | undefined } | undefined;
  readonly expiredAtStage: string | undefined;
  readonly finishedAt: Date;
  readonly provider?: string | undefined;
  /** It ends because its provider knew nothing of this attempt: asked once more after so many milliseconds. */
  readonly lookUpLate?: { readonly n: number; readonly afterMs: number };
  readonly event: {
    readonly eventId: string;
    readonly body: string;
    readonly callbackUrl: string | undefined;
  };
};

/** When a step is decided, and the identifier of the event that it writes should it end the transaction. */
export type Moment = { readonly now: Date; readonly eventId: string };

/** How a transaction ends. */
export type End = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  readonly error?: ErrorKey | undefined;
  /** Words of this case, instead of the catalogue's; free of personal data. */
  readonly description?: string | undefined;
  readonly expiredAtStage?: string;
};

/** What is known once a change is recorded; `status` is the one that the record came to. */
export function applyChange(
  { transaction, attempts }: Known,
  { attempt: changed }: Change,
  status: TransactionStatus,
): Known {
  return {
    transaction: { ...transaction, status },
    attempts: attempts.map((attempt) =>
      attempt.n === changed?.n
        ? { ...attempt, state: changed.to ?? attempt.state, cause: changed.cause ?? attempt.cause }
        : attempt,
    ),
  };
}
