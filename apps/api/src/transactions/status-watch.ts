import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '#persistence/database';
import { findStandings, type KnownStanding } from '#persistence/transactions/find-transaction';
import { DATABASE } from '../resources/resources.js';

const lookEveryMs = 100;

type Waiter = {
  readonly identifier: string;
  readonly isEnough: (standing: KnownStanding) => boolean;
  readonly deadline: number;
  readonly resolve: (standing: KnownStanding | undefined) => void;
};

/** Waits for changes of transactions. One query per look serves everyone who waits in this process. */
@Injectable()
export class StatusWatch {
  private readonly waiters = new Set<Waiter>();
  private isLooking = false;

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Answers the first standing that is enough, or the last one seen at the deadline (milliseconds since the epoch);
   * undefined where none was seen.
   */
  until(
    identifier: string,
    isEnough: (standing: KnownStanding) => boolean,
    deadline: number,
  ): Promise<KnownStanding | undefined> {
    return new Promise((resolve) => {
      this.waiters.add({ identifier, isEnough, deadline, resolve });
      void this.keepLooking();
    });
  }

  private async keepLooking(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.waiters.size > 0) {
      await this.look();
      if (this.waiters.size > 0) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    this.isLooking = false;
  }

  private async look(): Promise<void> {
    const identifiers = [...new Set([...this.waiters].map((waiter) => waiter.identifier))];
    // A failed look is no answer: whoever waits goes on waiting until the own deadline.
    const found = await findStandings(this.database, identifiers).catch(
      () => new Map<string, KnownStanding>(),
    );
    for (const waiter of this.waiters) {
      const standing = found.get(waiter.identifier);
      const isDone = (standing && waiter.isEnough(standing)) || Date.now() >= waiter.deadline;
      if (!isDone) continue;
      this.waiters.delete(waiter);
      waiter.resolve(standing);
    }
  }
}
