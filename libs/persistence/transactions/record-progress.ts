import type { CircuitSettings } from '#domain/configuration';
import type { TransactionFault } from '#domain/describe-transaction';
import type { Evidence } from '#domain/provider-result';
import type { Challenge, FinalStatus, StatusSource, TransactionStatus } from '#domain/transaction';
import type { Database } from '../database.js';
import type { AttemptState } from './begin-attempt.js';

/** What one step of a transaction changes. Everything given is written in one statement, or nothing is. */
export type Progress = {
  readonly identifier: string;
  readonly attempt?: AttemptProgress;
  readonly lookup?: LookupProgress;
  /** Rows of the provider inbox that this step has looked at. */
  readonly heard?: { readonly ids: readonly string[]; readonly verdict: string };
  readonly review?: { readonly cause: string; readonly evidence: Evidence };
  /** What a person decided, in the statement that does it. */
  readonly decision?: OperatorDecision;
  readonly move?: Move;
  /** What the call says of the way to its MID; nothing where nobody knows. */
  readonly circuit?: CircuitProgress | undefined;
  /** Contract §14: card data goes with the statement that records the attempt's result. */
  readonly forgetCard?: boolean;
};

export type OperatorDecision = {
  readonly decision: string;
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};

export type AttemptProgress = {
  readonly n: number;
  /** Recorded only while the attempt is in one of these. */
  readonly from: readonly AttemptState[];
  readonly to: AttemptState;
  readonly cause?: string | undefined;
  readonly detail?: string | undefined;
  readonly providerId?: string | undefined;
  readonly evidence?: Evidence | undefined;
};

/** `failed`: the call never left us or was not answered in time; so many in a row open the circuit. `reached`: it closes. */
export type CircuitProgress = { readonly kind: 'reached' } | ({ readonly kind: 'failed' } & CircuitSettings);

export type LookupProgress = {
  readonly n: number;
  readonly answer: 'found' | 'not_found' | 'no_answer';
  readonly evidence?: Evidence | undefined;
  readonly detail?: string | undefined;
};

export type Move = OpenMove | FinalMove;

export type OpenMove = {
  readonly from: readonly TransactionStatus[];
  readonly to: Exclude<TransactionStatus, FinalStatus>;
  readonly source: StatusSource;
  readonly challenge?: Challenge | undefined;
  readonly provider?: string | undefined;
};

/** A final state carries its event: the merchant's callback is written in the same statement (contract §8). */
export type FinalMove = {
  readonly from: readonly TransactionStatus[];
  readonly to: FinalStatus;
  readonly source: StatusSource;
  readonly error: TransactionFault | undefined;
  readonly expiredAtStage: string | undefined;
  readonly provider?: string | undefined;
  readonly finishedAt: Date;
  /** Only while it is not ready to be sent: its page is not posted, its bank not chosen. */
  readonly onlyUnready?: true;
  readonly event: {
    readonly eventId: string;
    readonly body: string;
    readonly callbackUrl: string | undefined;
  };
};

/**
 * Records one step. `moved` is false when the transaction was no longer in a state the move starts from: then nothing
 * of the move was written (the evidence, look-up and inbox rows still are) and `status` is what it is instead.
 */
export async function recordProgress(
  database: Database,
  { identifier, attempt, lookup, heard, review, decision, move, circuit, forgetCard }: Progress,
): Promise<{ readonly moved: boolean; readonly status: TransactionStatus }> {
  const final = move && 'event' in move ? move : undefined;
  const failed = circuit?.kind === 'failed' ? circuit : undefined;
  const challenge = move && 'challenge' in move ? move.challenge : undefined;
  const [row] = await database.sql<{ moved: boolean; status: TransactionStatus }[]>`
    with attempted as (
      update attempts set
        state = ${attempt?.to}, cause = ${attempt?.cause}, detail = ${attempt?.detail},
        provider_id = coalesce(${attempt?.providerId}, provider_id),
        evidence = coalesce(${json(attempt?.evidence)}::jsonb, evidence), finished_at = clock_timestamp()
      where identifier = ${identifier} and n = ${attempt?.n}::integer
        and state = any(${attempt?.from ?? []}::text[])
      returning mid
    ), closed as (
      delete from circuits where mid in (select mid from attempted) and ${circuit?.kind === 'reached'}
    ), failed as (
      insert into circuits as circuit (mid, failures, failures_max, cooldown_ms, probe_due_at)
      select mid, 1, ${failed?.failures}::integer, ${failed?.cooldownMs}::integer,
        clock_timestamp() + ${failed?.cooldownMs}::float8 * interval '1 millisecond'
      from attempted where ${failed !== undefined}
      on conflict (mid) do update set failures = circuit.failures + 1, failures_max = excluded.failures_max,
        cooldown_ms = excluded.cooldown_ms, probe_due_at = excluded.probe_due_at
    ), looked_up as (
      insert into lookups (identifier, n, answer, outcome, evidence, detail)
      select ${identifier}, ${lookup?.n}::integer, ${lookup?.answer}, ${lookup?.evidence?.outcome},
        ${json(lookup?.evidence)}::jsonb, ${lookup?.detail}
      where ${lookup !== undefined}
    ), heard as (
      update provider_events set applied_at = clock_timestamp(), verdict = ${heard?.verdict}
      where id = any(${heard?.ids ?? []}::uuid[]) and applied_at is null
    ), reviewed as (
      insert into reviews (identifier, cause, evidence)
      select ${identifier}, ${review?.cause}, ${json(review?.evidence)}::jsonb
      where ${review !== undefined} and not exists (
        -- Said before in the same words: one review is enough, however often a look-up hears it.
        select from reviews where identifier = ${identifier} and cause = ${review?.cause}
          and evidence = ${json(review?.evidence)}::jsonb)
    ), moved as (
      update transactions set
        status = ${move?.to}, status_source = ${move?.source},
        challenge = case when ${final !== undefined} then null
          else coalesce(${json(challenge)}::jsonb, challenge) end,
        provider = coalesce(${move?.provider}, provider),
        error_code = ${final?.error?.code ?? 0}, error_reason = ${final?.error?.reason ?? ''},
        error_description = ${final?.error?.description},
        expired_at_stage = ${final?.expiredAtStage}, finished_at = ${final?.finishedAt}
      where identifier = ${identifier} and status = any(${move?.from ?? []}::text[])
        and (submit_due_at is null or ${final?.onlyUnready !== true})
      returning identifier, merchant, status
    ), decided as (
      insert into operator_decisions (identifier, decision, operator, reason, evidence)
      select identifier, ${decision?.decision}, ${decision?.operator}, ${decision?.reason}, ${decision?.evidence}
      from moved where ${decision !== undefined}
    ), told as (
      insert into events (event_id, identifier, merchant, callback_url, body, state, next_attempt)
      select ${final?.event.eventId}, identifier, merchant, ${final?.event.callbackUrl}, ${final?.event.body},
        case when ${final?.event.callbackUrl}::text is null then 'none' else 'pending' end, ${final?.finishedAt}::timestamptz
      from moved where ${final !== undefined}
    ), nothing_left as (
      delete from sweeps where identifier in (select identifier from moved)
        and ${final !== undefined && final.event.callbackUrl === undefined}
    ), forgotten as (
      delete from card_vault where identifier = ${identifier} and ${forgetCard === true}
    )
    select exists (select from moved) as moved,
      coalesce((select status from moved), (select status from transactions where identifier = ${identifier})) as status`;
  if (!row) throw new Error('recording a step answers with one row');
  return row;
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
