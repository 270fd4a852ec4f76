import { stalledCause } from '#domain/reviews/review-causes';
import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';
import { timing } from './transaction-row.js';

/**
 * Raises open transactions without progress for `timing.unknown_review` for review, once each (contract §9), in every phase and
 * independently of their workflows. For a transaction that awaits its customer or its merchant, that time starts when the time
 * to pay or to choose is over. The transaction itself continues. `patienceMs`: the shortest such time of all projects;
 * younger transactions are not read. Returns the number of reviews.
 */
export async function raiseStalled(
  database: Database,
  { patienceMs, limit }: { readonly patienceMs: number; readonly limit: number },
): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with open as (
      select identifier, progressed_at, created_at, payable_until, submit_due_at, type,
        (${() => timing}->>'unknownReviewMs')::float8 * interval '1 millisecond' as patience,
        latest.provider_reference, latest.state
      from transactions left join lateral (
        select provider_reference, state from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1) as latest on true
      where finished_at is null and created_at < now() - ${patienceMs}::float8 * interval '1 millisecond'
    ), stalled as (
      select identifier, coalesce(provider_reference, identifier || '-1') as provider_reference
      from open left join lateral (
        select id from reviews
        where reviews.identifier = open.identifier and cause = ${stalledCause}
          and (closed_at is null or raised_at > coalesce(progressed_at, created_at))
        limit 1) as shown on true
      where shown.id is null and patience + greatest(coalesce(progressed_at, created_at),
          case when submit_due_at is null or (type = 'payment' and state = 'accepted') then payable_until end) < now()
      limit ${limit}
    ), raised as (
      insert into reviews (identifier, cause, evidence)
      select identifier, ${stalledCause},
        jsonb_build_object('providerReference', provider_reference, 'outcome', 'open')
      from stalled
      on conflict (identifier) where closed_at is null and cause = 'no progress for too long' do nothing
      returning identifier
    )
    select count(*)::integer as count from raised`;
  return row?.count ?? 0;
}
