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
    with swept as (
      select type, status, finished_at is null as is_open from sweeps join transactions using (identifier)
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'status', status, 'count', n)), '[]')
       from (select type, status, count(*) as n from swept where is_open group by type, status) as counted
      ) as transactions,
      (select count(*)::integer from reviews where closed_at is null) as reviews,
      (select count(*)::integer from swept where not is_open) as callbacks`;
  if (!row) throw new Error('counting answers with one row');
  return row;
}
