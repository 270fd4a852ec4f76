import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';

/** How many, and for how many seconds the oldest of them. */
type Waiting = { readonly count: number; readonly oldestSeconds: number };

export type Figures = {
  /** Transactions that are not final. */
  readonly open: readonly {
    readonly type: TransactionType;
    readonly status: TransactionStatus;
    readonly count: number;
  }[];
  /** Those whose last submit has no known outcome. */
  readonly unknown: readonly (Waiting & { readonly provider: string; readonly type: TransactionType })[];
  readonly reviews: readonly (Waiting & { readonly cause: string })[];
  readonly refunds: Waiting;
  /** Chargebacks and inquiries that must be answered within `disputeHours`, and were not won. */
  readonly disputesDue: number;
  /** Undelivered callbacks of final transactions. */
  readonly callbacks: readonly (Waiting & { readonly state: 'pending' | 'paused' })[];
  readonly pausedEndpoints: number;
  /** Callbacks of providers that no workflow has looked at. */
  readonly inbox: readonly (Waiting & { readonly provider: string })[];
  /** Provider callbacks about unknown attempts, counted up to `unmatchedMax`. */
  readonly unmatched: number;
  readonly recovery: Waiting;
  /** Age of the oldest event that readers of the feed do not get yet. */
  readonly feedLagSeconds: number;
  /** Cards whose time in the vault is over. */
  readonly vaultOverdue: number;
  /** How long the months last that are made ahead, of the table that has the fewest. */
  readonly monthsAheadSeconds: number;
  /** The last proof of the books; null before the first. */
  readonly proof: { readonly differences: number; readonly ageSeconds: number } | null;
};

const unmatchedMax = 1_000;
/** Disputes are shown this long before the answer is due (contract §15.8). */
const disputeHours = 48;
/** A submit without a recorded end for this long has an unknown outcome: no call takes longer. */
const sendingSeconds = 60;

/**
 * What is under way and what waits, at one moment. Reads by index what is open and undelivered only, so that it costs the
 * same however many transactions are final.
 */
export async function readFigures(database: Database, merchants: readonly string[]): Promise<Figures> {
  const [row] = await database.sql<Figures[]>`
    with open as (
      select type, status, count(*) as count from transactions where finished_at is null group by type, status
    ), refunds as (
      select count(*) as count, coalesce(${() => secondsSince('min(created_at)')}, 0) as "oldestSeconds"
      from transactions where finished_at is null and type = 'refund'
    ), unknown as (
      select latest.provider, type, count(*) as count, ${() => secondsSince('min(started_at)')} as "oldestSeconds"
      from transactions cross join lateral (
        select provider, state, started_at from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1) as latest
      where finished_at is null and status = 'pending' and (latest.state = 'unknown'
        or (latest.state = 'sending' and started_at < now() - ${sendingSeconds} * interval '1 second'))
      group by latest.provider, type
    ), waiting as (
      select cause, count(*) as count, ${() => secondsSince('min(raised_at)')} as "oldestSeconds"
      from reviews where closed_at is null group by cause
    ), undelivered as (
      select state, count(*) as count, ${() => secondsSince('min(finished_at)')} as "oldestSeconds"
      from events where state in ('pending', 'paused') group by state
    ), unread as (
      select provider, count(*) as count, ${() => secondsSince('min(received_at)')} as "oldestSeconds"
      from provider_events where applied_at is null and identifier is not null group by provider
    ), due as (
      select count(*) as count, coalesce(${() => secondsSince('min(due_at)')}, 0) as "oldestSeconds"
      from recoveries where due_at <= now()
    ), held as materialized (
      select key, place from open_places
    ), proof as (
      select differences, ${() => secondsSince('proved_at')} as "ageSeconds" from ledger_proofs order by id desc limit 1
    )
    select
      (select coalesce(jsonb_agg(open), '[]') from open) as open,
      (select to_jsonb(refunds) from refunds) as refunds,
      (select coalesce(jsonb_agg(unknown), '[]') from unknown) as unknown,
      (select coalesce(jsonb_agg(waiting), '[]') from waiting) as reviews,
      (select count(*)::integer from reversals
       where respond_by > now() and respond_by <= now() + ${disputeHours} * interval '1 hour'
         and not exists (select from reversals as won
           where won.identifier = reversals.identifier and won.kind = 'chargeback_won'
             and won.dispute is not distinct from reversals.dispute)) as "disputesDue",
      (select coalesce(jsonb_agg(undelivered), '[]') from undelivered) as callbacks,
      (select count(*)::integer from endpoints where paused_at is not null) as "pausedEndpoints",
      (select coalesce(jsonb_agg(unread), '[]') from unread) as inbox,
      (select count(*)::integer from (
        select from provider_events where applied_at is null and identifier is null limit ${unmatchedMax}) as seen
      ) as unmatched,
      (select to_jsonb(due) from due) as recovery,
      (select coalesce(max(${() => secondsSince('delayed.finished_at')}), 0)
       from unnest(${merchants}::text[]) as known (merchant) join held on key = hashtext(known.merchant)
         cross join lateral (
           select finished_at from events where events.merchant = known.merchant and committed_in >= place
           order by committed_in, event_id limit 1) as delayed) as "feedLagSeconds",
      (select count(*)::integer from card_vault where expires_at < now()) as "vaultOverdue",
      (select coalesce(extract(epoch from min(until) - clock_timestamp()), 0)::float8 from (
        select max(until) as until from month_parts group by table_name) as ends) as "monthsAheadSeconds",
      (select to_jsonb(proof) from proof) as proof`;
  if (!row) throw new Error('figures are one row');
  return row;
}

/** SQL: seconds from an instant until now, none below zero. */
function secondsSince(instant: string): string {
  return `greatest(0, extract(epoch from clock_timestamp() - ${instant}))::float8`;
}
