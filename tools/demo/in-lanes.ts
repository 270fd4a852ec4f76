/** Does the work for every item, at most `lanesMax` at a time, begun in their order; results in the same order. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanesMax: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanesMax }, lane));
  return results;
}
