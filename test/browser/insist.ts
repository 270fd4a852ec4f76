/**
 * Does it once more when it fails. What a page does by itself just then cuts off an action, or what is
 * waited for; it does that once.
 */
export async function insist<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch {
    return act();
  }
}
