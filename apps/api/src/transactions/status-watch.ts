import type { Database } from '#persistence/database';
import { findStandings, type KnownStanding } from '#persistence/transactions/find-transaction';

const lookEveryMs = 100;

/** Waits for changes of transactions. One query per look serves everyone who waits in this process. */
export type StatusWatch = {
  /** Answers the first standing that is enough, or the last one seen when the time is up. */
  until(
    identifier: string,
    isEnough: (standing: KnownStanding) => boolean,
    deadline: number,
  ): Promise<KnownStanding | undefined>;
};

type Waiter = {
  readonly identifier: string;
  readonly isEnough: (standing: KnownStanding) => boolean;
  readonly deadline: number;
  readonly resolve: (standing: KnownStanding | undefined) => void;
};

export function createStatusWatch(database: Database): StatusWatch {
  const waiters = new Set<Waiter>();
  let isLooking = false;

  const look = async () => {
    const identifiers = [...new Set([...waiters].map((waiter) => waiter.identifier))];
    // A failed look is no answer: whoever waits goes on waiting until the own deadline.
    const found = await findStandings(database, identifiers).catch(() => new Map<string, KnownStanding>());
    for (const waiter of waiters) {
      const standing = found.get(waiter.identifier);
      const isDone = (standing && waiter.isEnough(standing)) || Date.now() >= waiter.deadline;
      if (!isDone) continue;
      waiters.delete(waiter);
      waiter.resolve(standing);
    }
  };
  const keepLooking = async () => {
    if (isLooking) return;
    isLooking = true;
    while (waiters.size > 0) {
      await look();
      if (waiters.size > 0) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    isLooking = false;
  };
  return {
    until: (identifier, isEnough, deadline) =>
      new Promise((resolve) => {
        waiters.add({ identifier, isEnough, deadline, resolve });
        void keepLooking();
      }),
  };
}
