/**
 * Waits for all, even when one fails: what the others started must be known before it can be stopped.
 * @param {readonly Promise<unknown>[]} promises
 */
export async function allOrFirstFailure(promises) {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
