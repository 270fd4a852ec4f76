/**
 * Calls to Temporal under way at a time. Each is answered before the next begins, so that a recovery takes no more than
 * its share of a busy server.
 */
const underWayMax = 8;

/** Ensures each subject's flow and returns those whose flow runs now; a failure is left for its next turn. */
export async function ensureAll<Subject>(
  subjects: readonly Subject[],
  ensure: (subject: Subject) => Promise<void>,
): Promise<readonly Subject[]> {
  const left = subjects.toReversed();
  const ensured: Subject[] = [];
  const work = async () => {
    for (let subject = left.pop(); subject !== undefined; subject = left.pop()) {
      const isEnsured = await ensure(subject).then(
        () => true,
        () => false,
      );
      if (isEnsured) ensured.push(subject);
    }
  };
  await Promise.all(Array.from({ length: underWayMax }, work));
  return ensured;
}
