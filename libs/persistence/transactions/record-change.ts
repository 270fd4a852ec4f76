import { applyChange, type Change } from '#domain/transaction/change';
import { stateOf, type State } from '#domain/transaction/state';
import type { TransactionStatus } from '#domain/transaction/status';
import type { Known } from '#domain/transaction/transaction';
import type { Database } from '../database.js';
import type { TransactionEntity } from '../entities/transaction.js';
import { letNextAfter } from '../refunds/let-next-refund.js';
import { recordReversals, type ToldReversals } from '../refunds/record-reversals.js';
import type { Loaded } from './load-known.js';

/**
 * Decides on the loaded transaction, records the change, and returns the new state. If the transaction has changed since it
 * was loaded, nothing is written: it is loaded and decided again, so that only decisions that still hold are recorded
 * (contract §9). Ends, because every repetition means that another run has taken a step. Reversals are recorded first, because
 * they are recognised when the step is repeated after a death.
 */
export async function decideAndRecord<Subject extends Loaded>(
  database: Database,
  known: Subject,
  step: {
    readonly decide: (known: Subject) => Change;
    readonly reload: () => Promise<Subject>;
    /** Called with the change once it is recorded. */
    readonly publish: (known: Subject, change: Change, status: TransactionStatus) => void;
  },
): Promise<State> {
  const change = step.decide(known);
  if (change.reversals) await recordReversals(database, toldTo(known.transaction, change.reversals));
  const recorded = await recordChange(database, known.transaction, change);
  if (recorded.kind === 'stale') return decideAndRecord(database, await step.reload(), step);
  await letNextAfter(database, known.transaction);
  step.publish(known, change, recorded.status);
  return stateOf(applyChange(known, change, recorded.status), known.clock());
}

/** What a change of this transaction tells, by callback or look-up. */
export function toldTo(
  { identifier }: Pick<Known['transaction'], 'identifier'>,
  { provider, told }: NonNullable<Change['reversals']>,
): ToldReversals {
  return { identifier, provider, way: 'report', told };
}

/** `stale`: the transaction has changed since it was loaded, and nothing was written. */
export type Recorded =
  { readonly kind: 'recorded'; readonly status: TransactionStatus } | { readonly kind: 'stale' };

/**
 * Records in one statement the change that was decided on this revision of the transaction. Its row is locked first, so that
 * the steps of one transaction follow each other. A final transaction keeps its revision: later reports are recorded beside
 * it. Each part writes nothing if its part of the change is undefined, or the revision is stale:
 *
 * - `current`: locks the row, if it still has the revision
 * - `attempted`: result of the attempt, with its report
 * - `closed`, `failed`: circuit of the attempt's MID
 * - `looked_up`: answer of a look-up
 * - `applied`: marks reports of the inbox as read
 * - `reviewed`: raises a review, unless the same report has raised it before
 * - `moved`: new status and revision of the transaction; if its page asks for another card, nothing is due
 * - `decided`: operator's decision that has moved it
 * - `announced`: event for the merchant
 * - `asked_later`: late look-up of a payment that ended by "not found"
 * - `hinted`: whether a hint came before the end that no look-up has answered, as far as can be told
 * - `asked_again`: late look-up of a success
 * - `nothing_left`: ends the recovery of a final transaction that has no callback
 * - `forgotten`: deletes the card
 */
export async function recordChange(
  database: Database,
  { identifier, revision }: { readonly identifier: string; readonly revision: number },
  { attempt, lookup, applied, review, decision, move, askAgain, circuit, forgetCard }: Change,
): Promise<Recorded> {
  const final = move && 'event' in move ? move : undefined;
  const failed = circuit?.kind === 'failed' ? circuit : undefined;
  const challenge = move && 'challenge' in move ? move.challenge : undefined;
  const asksAgain = move !== undefined && 'asksAgain' in move;
  const [row] = await database.sql<(Pick<TransactionEntity, 'status'> & { is_current: boolean })[]>`
    with current as (
      select identifier, finished_at from transactions
      where identifier = ${identifier} and revision = ${revision}::integer for no key update
    ), attempted as (
      update attempts set
        state = coalesce(${attempt?.to}, state), cause = coalesce(${attempt?.cause}, cause),
        detail = coalesce(${attempt?.detail}, detail), provider_id = coalesce(${attempt?.providerId}, provider_id),
        evidence = case when ${attempt?.to === undefined} then coalesce(evidence, ${json(attempt?.report)}::jsonb)
          else coalesce(${json(attempt?.report)}::jsonb, evidence) end,
        finished_at = coalesce(case when ${attempt?.to === undefined} then finished_at end, clock_timestamp())
      where identifier in (select identifier from current) and n = ${attempt?.n}::integer
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
      insert into lookups (identifier, n, answer, outcome, evidence, detail, counts)
      select identifier, ${lookup?.n}::integer, ${lookup?.answer}, ${lookup?.report?.outcome},
        ${json(lookup?.report)}::jsonb, ${lookup?.detail}, ${lookup?.counts}::boolean
      from current where ${lookup !== undefined}
    ), applied as (
      update provider_events set applied_at = clock_timestamp(), verdict = ${applied?.verdict}
      where id = any(${applied?.ids ?? []}::uuid[]) and applied_at is null and exists (select from current)
    ), reviewed as (
      insert into reviews (identifier, cause, evidence)
      select identifier, ${review?.cause}, ${json(review?.report)}::jsonb
      from current where ${review !== undefined} and not exists (
        select from reviews where identifier = ${identifier} and cause = ${review?.cause}
          and evidence = ${json(review?.report)}::jsonb)
    ), moved as (
      update transactions set
        revision = revision + 1, progressed_at = clock_timestamp(),
        status = coalesce(${move?.to}, status), status_source = coalesce(${move?.source}, status_source),
        submit_due_at = case when not ${asksAgain} then submit_due_at end, tries = tries + ${asksAgain ? 1 : 0}::integer,
        challenge = case when ${final !== undefined || asksAgain} then null
          else coalesce(${json(challenge)}::jsonb, challenge) end,
        provider = coalesce(${move?.provider}, provider),
        error_code = ${final?.error?.code ?? 0}, error_reason = ${final?.error?.reason ?? ''},
        error_description = ${final?.error?.description},
        expired_at_stage = ${final?.expiredAtStage}, finished_at = ${final?.finishedAt}
      where identifier in (select identifier from current where finished_at is null)
        and ${move !== undefined || attempt?.to !== undefined}
      returning identifier, merchant, status
    ), decided as (
      insert into operator_decisions (identifier, decision, operator, reason, evidence)
      select identifier, ${decision?.decision}, ${decision?.operator}, ${decision?.reason}, ${decision?.evidence}
      from moved where ${decision !== undefined}
    ), announced as (
      insert into events (event_id, identifier, merchant, callback_url, body, state, next_attempt, finished_at)
      select ${final?.event.eventId}, identifier, merchant, ${final?.event.callbackUrl}, ${final?.event.body},
        case when ${final?.event.callbackUrl}::text is null then 'none' else 'pending' end,
        ${final?.finishedAt}::timestamptz, ${final?.finishedAt}::timestamptz
      from moved where ${final !== undefined}
    ), asked_later as (
      insert into late_lookups (identifier, n, ended_at, due_at)
      select identifier, ${final?.lookUpLate?.n}::integer, clock_timestamp(),
        clock_timestamp() + ${final?.lookUpLate?.afterMs}::float8 * interval '1 millisecond'
      from moved where ${final?.lookUpLate !== undefined}
    ), hinted as (
      select ${askAgain?.afterHintMs !== undefined} and exists (
        select from recoveries where identifier = ${identifier} and suspicions > 0
          and (asked_at = '-infinity' or ${move?.source !== 'lookup'})) as is_hinted
    ), asked_again as (
      insert into success_lookups as asked (identifier, n, mid, step, ended_at, due_at)
      select identifier, n, mid, ${askAgain?.step}::integer,
        coalesce(current.finished_at, clock_timestamp()),
        clock_timestamp() + interval '1 millisecond' * case when is_hinted then ${askAgain?.afterHintMs}::float8
          else ${askAgain?.afterMs}::float8 + ${askAgain?.spreadMs}::float8 * random() end
      from current join attempts using (identifier) cross join hinted
      where n = ${askAgain?.n}::integer and (is_hinted or ${askAgain?.afterMs !== undefined})
      on conflict (identifier) do update
        set due_at = least(asked.due_at, excluded.due_at), tries = 0, words = asked.words + 1
    ), nothing_left as (
      delete from recoveries where identifier in (select identifier from moved)
        and ${final !== undefined && final.event.callbackUrl === undefined}
    ), forgotten as (
      delete from card_vault where identifier in (select identifier from current) and ${forgetCard === true}
    )
    select exists (select from current) as is_current,
      coalesce((select status from moved), (select status from transactions where identifier = ${identifier})) as status`;
  if (!row) throw new Error('recording a step answers with one row');
  return row.is_current ? { kind: 'recorded', status: row.status } : { kind: 'stale' };
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
