/** Maximum number at once, of one key and of all. */
export type TurnLimits = { readonly ofOne: number; readonly inAll: number };

/** Lets work wait for its turn; rejects, without having begun it, once the signal is aborted. */
export type FairTurns = <Result>(
  key: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

type Waiting = { readonly key: string; readonly begin: () => void };

/**
 * Limits concurrent work, per key and in total. A free slot goes to the key with the least work under way, then to the
 * oldest.
 */
export function createFairTurns({ ofOne, inAll }: TurnLimits): FairTurns {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;

  const takenBy = (key: string) => underWay.get(key) ?? 0;
  const leave = (key: string) => {
    all -= 1;
    if (takenBy(key) > 1) underWay.set(key, takenBy(key) - 1);
    else underWay.delete(key);
    beginNext();
  };
  const beginNext = () => {
    if (all >= inAll) return;
    let next: Waiting | undefined;
    for (const candidate of waiting) {
      if (takenBy(candidate.key) >= ofOne) continue;
      if (!next || takenBy(candidate.key) < takenBy(next.key)) next = candidate;
    }
    if (!next) return;
    waiting.delete(next);
    all += 1;
    underWay.set(next.key, takenBy(next.key) + 1);
    next.begin();
  };
  return async (key, work, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(turn);
        reject(new Error('The turn took too long'));
      };
      const turn = {
        key,
        begin() {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(turn);
      beginNext();
    });
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
}
