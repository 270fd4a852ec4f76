import type { Block, BlockKind, BlockScope } from '#domain/risk/block';
import type { Counted, RowOf } from '../entities/columns.js';
import type { BlockEntity, BlockRemovalEntity } from '../entities/risk.js';
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

/** Values per statement: longer statements would make others wait for the order of blocks. */
const atOnceMax = 1_000;

/** Returns the blocks that were added: not those that already exist with the same terms and at least the same duration. */
export async function addBlocks(database: Database, it: NewBlocks): Promise<readonly AddedBlock[]> {
  const chunk = it.values.slice(0, atOnceMax);
  if (chunk.length === 0) return [];
  const appliesTo = it.appliesTo === 'all' ? null : it.appliesTo.toSorted();
  const rows = await database.sql<Pick<BlockEntity, 'id' | 'value'>[]>`
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

/** Takes blocks out of force, with a row that says who and why. Returns the ids of those that were not removed before. */
export async function removeBlocks(
  database: Database,
  it: { readonly ids: readonly number[]; readonly reason: string; readonly author: string },
): Promise<readonly number[]> {
  const rows = await database.sql<Pick<BlockRemovalEntity, 'block'>[]>`
    insert into block_removals (block, reason, author)
    select id, ${it.reason}, ${it.author} from blocks where id = any(${it.ids}::bigint[])
    on conflict on constraint block_removals_block_key do nothing
    returning block`;
  return rows.map(({ block }) => Number(block));
}

export type ListedBlock = {
  readonly id: number;
  readonly kind: BlockKind;
  readonly value: string;
  readonly scope: BlockScope;
  readonly appliesTo: 'all' | readonly string[];
  readonly reason: string;
  readonly author: string;
  readonly addedAt: Date;
  readonly expiresAt: Date | undefined;
  readonly removal: { readonly author: string; readonly reason: string; readonly at: Date } | undefined;
};

export type BlockSearch = {
  readonly kind: BlockKind | undefined;
  /** On one of these, hashed; undefined: on anything. */
  readonly values: readonly string[] | undefined;
  /** Those that have expired or were removed, too. */
  readonly isAll: boolean;
  readonly limit: number;
};

/** Newest first; `count` is how many there are without the limit. */
export async function listBlocks(
  database: Database,
  it: BlockSearch,
): Promise<{ readonly blocks: readonly ListedBlock[]; readonly count: number }> {
  const rows = await database.sql<Row[]>`
    select blocks.*, removal.author as removed_by, removal.reason as removal_reason, removed_at,
      count(*) over () as found
    from blocks left join block_removals as removal on removal.block = blocks.id
    where (${it.kind}::text is null or kind = ${it.kind})
      and (${it.values}::text[] is null or value = any(${it.values}::text[]))
      and (${it.isAll} or (removed_at is null and (expires_at is null or expires_at > now())))
    order by blocks.id desc limit ${it.limit}`;
  return { blocks: rows.map(readRow), count: Number(rows[0]?.found ?? 0) };
}

function readRow(row: Row): ListedBlock {
  const { removed_by: author, removal_reason: reason, removed_at: at } = row;
  return {
    id: Number(row.id),
    kind: row.kind,
    value: row.value,
    scope: row.scope,
    appliesTo: row.applies_to ?? 'all',
    reason: row.reason,
    author: row.author,
    addedAt: row.added_at,
    expiresAt: row.expires_at ?? undefined,
    removal: author !== null && reason !== null && at !== null ? { author, reason, at } : undefined,
  };
}

type Row = RowOf<BlockEntity> & {
  readonly removed_by: string | null;
  readonly removal_reason: string | null;
  readonly removed_at: Date | null;
  readonly found: string;
};

/** Drops what the card-testing guard has counted and no longer needs. `limit` bounds one statement. */
export async function forgetDeclinedCards(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with forgotten as (
      delete from declined_cards where ctid = any(array(
        select ctid from declined_cards where forget_at < now() limit ${limit}))
      returning 1
    )
    select count(*)::integer as count from forgotten`;
  return row?.count ?? 0;
}
