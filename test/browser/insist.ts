/**
 * Does it again if it fails, at most twice. What a page does by itself just then cuts off an action, or what is waited for; on a
 * slow machine a page that was loaded again leads on meanwhile, too.
 */
export async function insist<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let repeats = 2; ; repeats -= 1) {
    try {
      return await act();
    } catch (error) {
      if (repeats === 0) throw error;
    }
  }
}
