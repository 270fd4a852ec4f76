import type { BlockKind, BlockScope } from '#domain/risk/block';
import type { Database } from '../database.js';

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

type Row = {
  readonly id: string;
  readonly kind: BlockKind;
  readonly value: string;
  readonly scope: BlockScope;
  readonly applies_to: readonly string[] | null;
  readonly reason: string;
  readonly author: string;
  readonly added_at: Date;
  readonly expires_at: Date | null;
  readonly removed_by: string | null;
  readonly removal_reason: string | null;
  readonly removed_at: Date | null;
  readonly found: string;
};
