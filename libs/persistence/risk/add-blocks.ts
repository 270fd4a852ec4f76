import type { Block } from '#domain/risk/block';
import type { Database } from '../database.js';

/** Blocks of one kind that are added together, for the same reason. */
export type NewBlocks = Pick<Block, 'kind' | 'scope' | 'appliesTo'> & {
  /** Hashed as payments are; a BIN as it is. */
  readonly values: readonly string[];
  readonly reason: string;
  readonly author: string;
  readonly expires: Date | undefined;
};

export type AddedBlock = { readonly id: number; readonly value: string };

/** So many in one statement, so that nobody waits long for the order of blocks. */
const atOnceMax = 1_000;

/** Returns what is blocked now; left out is what somebody has blocked before, for the same and for as long at least. */
export async function addBlocks(database: Database, it: NewBlocks): Promise<readonly AddedBlock[]> {
  const chunk = it.values.slice(0, atOnceMax);
  if (chunk.length === 0) return [];
  const appliesTo = it.appliesTo === 'all' ? null : it.appliesTo.toSorted();
  const rows = await database.sql<{ id: string; value: string }[]>`
    insert into blocks (kind, value, scope, applies_to, reason, author, expires_at)
    select ${it.kind}, value, ${it.scope}, ${appliesTo}::text[], ${it.reason}, ${it.author}, ${it.expires}::timestamptz
    from (select distinct value from unnest(${chunk}::text[]) as listed (value)) as asked
    where not exists (
      select from blocks as known
      where known.value = asked.value and kind = ${it.kind} and scope = ${it.scope} and not by_guard
        and applies_to is not distinct from ${appliesTo}::text[]
        and coalesce(expires_at, 'infinity') >= coalesce(${it.expires}::timestamptz, 'infinity')
        and coalesce(expires_at, 'infinity') > now()
        and not exists (select from block_removals where block = known.id))
    returning id, value`;
  const added = rows.map(({ id, value }) => ({ id: Number(id), value }));
  return [...added, ...(await addBlocks(database, { ...it, values: it.values.slice(atOnceMax) }))];
}
