import type { Configuration } from '#domain/configuration';
import { createBlockIndex, type BlockIndex } from '#domain/risk/block-index';
import type { Block, FindBlocks } from '#domain/risk/block';
import type { Database } from '../database.js';
import { watchNewest, type Watch } from '../watch-newest.js';
import { loadBlocks, nothingRead, type StoredBlock } from './load-blocks.js';

export type WatchedBlocks = Watch & {
  /** Blocks of the configuration and of the database, without asking either. */
  readonly find: FindBlocks;
};

export type BlocksOptions = {
  readonly configuration: () => Configuration;
  /** Told of each block that came since the process has started. */
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
