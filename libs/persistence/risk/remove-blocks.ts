import type { Database } from '../database.js';

/** Takes blocks out of force, with a row that says who and why. Returns the ids of those that were not removed before. */
export async function removeBlocks(
  database: Database,
  it: { readonly ids: readonly number[]; readonly reason: string; readonly author: string },
): Promise<readonly number[]> {
  const rows = await database.sql<{ block: string }[]>`
    insert into block_removals (block, reason, author)
    select id, ${it.reason}, ${it.author} from blocks where id = any(${it.ids}::bigint[])
    on conflict on constraint block_removals_block_key do nothing
    returning block`;
  return rows.map(({ block }) => Number(block));
}
