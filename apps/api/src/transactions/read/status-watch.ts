import { Injectable } from '@nestjs/common';
import { Database } from '#persistence/database';
import { findStatuses, type KnownStatus } from '#persistence/transactions/find-transaction';

const lookEveryMs = 100;

type Waiter = {
  readonly identifier: string;
  readonly isEnough: (known: KnownStatus) => boolean;
  readonly deadline: number;
  readonly resolve: (known: KnownStatus | undefined) => void;
};

/** Waits for status changes of transactions. Each query serves all waiting calls of this process. */
@Injectable()
export class StatusWatch {
  private readonly waiters = new Set<Waiter>();
  private isLooking = false;

  constructor(private readonly database: Database) {}

  /**
   * Resolves to the first state that satisfies `isEnough`, or the last one seen at the deadline (milliseconds since the
   * epoch); undefined if none was seen.
   */
  until(
    identifier: string,
    isEnough: (known: KnownStatus) => boolean,
    deadline: number,
  ): Promise<KnownStatus | undefined> {
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
    // After a failed query each waiting call continues until its own deadline.
    const found = await findStatuses(this.database, identifiers).catch(() => new Map<string, KnownStatus>());
    for (const waiter of this.waiters) {
      const known = found.get(waiter.identifier);
      const isDone = (known && waiter.isEnough(known)) || Date.now() >= waiter.deadline;
      if (!isDone) continue;
      this.waiters.delete(waiter);
      waiter.resolve(known);
    }
  }
}
