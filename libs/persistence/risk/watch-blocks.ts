import type { Configuration } from '#domain/configuration/configuration';
import { createBlockIndex, type Block, type BlockIndex, type FindBlocks } from '#domain/risk/block';
import type { RowOf } from '../entities/columns.js';
import type { BlockEntity } from '../entities/risk.js';
import type { Database } from '../database.js';
import { watchNewest, type Watch } from '../watch-newest.js';

export abstract class WatchedBlocks implements Watch {
  /** Blocks of the configuration and of the database, without asking either. */
  abstract readonly find: FindBlocks;
  abstract stop(): Promise<void>;
}

export type BlocksOptions = {
  readonly configuration: () => Configuration;
  /** Called with each block that was added since the process started. */
  readonly onBlock?: (block: StoredBlock) => void;
};

/**
 * Loads every block in force and keeps them fresh, so that finding one costs no statement. A failed look keeps what is
 * known in force and is tried again.
 */
export async function watchBlocks(
  database: Database,
  { configuration, onBlock }: BlocksOptions,
): Promise<WatchedBlocks> {
  const stored = createBlockIndex<StoredBlock>();
  let read = nothingRead;
  const readOn = async (tell?: (block: StoredBlock) => void): Promise<void> => {
    const loaded = await loadBlocks(database, read);
    ({ read } = loaded);
    for (const block of loaded.added) stored.add(block);
    for (const block of loaded.removed) stored.remove(block, ({ id }) => id === block.id);
    for (const block of loaded.added) tell?.(block);
    if (loaded.isFull) await readOn(tell);
  };
  await readOn();
  const watch = watchNewest(() => readOn(onBlock));
  const configured = indexOf(configuration);
  return {
    find(kind, value) {
      const written = configured().find(kind, value);
      const added = stored.find(kind, value);
      return written.length === 0 ? added : [...written, ...added];
    },
    stop: () => watch.stop(),
  };
}

/** The index of the newest configuration, made anew only when there is a newer one. */
function indexOf(configuration: () => Configuration): () => BlockIndex<Block> {
  let indexed: { readonly of: Configuration; readonly index: BlockIndex<Block> } | undefined;
  return () => {
    const newest = configuration();
    if (indexed?.of !== newest) {
      const { customers, cards } = newest.blocklist;
      indexed = { of: newest, index: createBlockIndex([...customers, ...cards]) };
    }
    return indexed.index;
  };
}

/** A block that operations or the guard have written. */
type StoredBlock = Block & { readonly id: number };

/** How far a process has read; ids become visible in their order. */
export type BlocksRead = { readonly block: number; readonly removal: number };

export const nothingRead: BlocksRead = { block: 0, removal: 0 };

export type BlocksLoaded = {
  readonly added: readonly StoredBlock[];
  readonly removed: readonly StoredBlock[];
  readonly read: BlocksRead;
  /** There may be more: ask again. */
  readonly isFull: boolean;
};

/** Of each table in one statement; the rest is asked for at once. */
const rowsMax = 10_000;

/**
 * What was blocked and removed since, without what has been removed or has expired already. Blocks and removals come
 * from one snapshot, so that a block is never read after its removal.
 */
export async function loadBlocks(database: Pick<Database, 'sql'>, since: BlocksRead): Promise<BlocksLoaded> {
  const [row] = await database.sql<[Row]>`
    with new_blocks as (
      select * from blocks where id > ${since.block} order by id limit ${rowsMax}
    ), new_removals as (
      select * from block_removals where id > ${since.removal} order by id limit ${rowsMax}
    )
    select
      (select jsonb_agg(to_jsonb(new_blocks) order by id) from new_blocks
       where (expires_at is null or expires_at > now())
         and not exists (select from block_removals where block = new_blocks.id)) as added,
      (select jsonb_agg(to_jsonb(blocks)) from new_removals join blocks on blocks.id = block) as removed,
      (select max(id) from new_blocks) as block, (select max(id) from new_removals) as removal,
      greatest((select count(*) from new_blocks), (select count(*) from new_removals)) as rows`;
  return {
    added: (row.added ?? []).map(readBlock),
    removed: (row.removed ?? []).map(readBlock),
    read: { block: Number(row.block ?? since.block), removal: Number(row.removal ?? since.removal) },
    isFull: Number(row.rows) === rowsMax,
  };
}

function readBlock(row: BlockRow): StoredBlock {
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    scope: row.scope,
    appliesTo: row.applies_to ?? 'all',
    ...(row.expires_at !== null && { expires: new Date(row.expires_at).toISOString() }),
    ...(row.by_guard && { byGuard: true }),
  };
}

/** As Postgres writes rows in JSON; ids stay far below what a float holds. */
type BlockRow = Omit<RowOf<BlockEntity>, 'id' | 'expires_at'> & {
  readonly id: number;
  readonly expires_at: string | null;
};

type Row = {
  readonly added: readonly BlockRow[] | null;
  readonly removed: readonly BlockRow[] | null;
  readonly block: string | null;
  readonly removal: string | null;
  readonly rows: string;
};
