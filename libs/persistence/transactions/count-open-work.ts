import type { Database } from '../database.js';

export type OpenWork = {
  readonly transactions: readonly {
    readonly type: string;
    readonly status: string;
    readonly count: number;
  }[];
  readonly reviews: number;
  readonly callbacks: number;
};

/** How much is under way. Reads what is open only, so that it costs the same however many transactions are final. */
export async function countOpenWork(database: Database): Promise<OpenWork> {
  const [row] = await database.sql<OpenWork[]>`
    with counted as (
      select type, status, count(*) as n from transactions where finished_at is null group by type, status
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'status', status, 'count', n)), '[]')
       from counted) as transactions,
      (select count(*)::integer from reviews where closed_at is null) as reviews,
      -- Every open transaction has a row in sweeps; the others there are final and not delivered.
      greatest(0, (select count(*) from sweeps) - (select coalesce(sum(n), 0) from counted))::integer as callbacks`;
  if (!row) throw new Error('counting answers with one row');
  return row;
}
