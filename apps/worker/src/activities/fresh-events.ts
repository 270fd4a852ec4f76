import type { FinalMove } from '#domain/transaction/change';
import type { Transaction } from '#domain/transaction/transaction';
import type { DueEvent } from '#persistence/callbacks/deliveries';

/** Older ones are read: another process may have told the merchant by now. */
const freshMs = 2_000;
const keptMax = 1_000;

type Kept = { readonly event: Omit<DueEvent, 'finalForMs'>; readonly at: number };

/**
 * Events that this process has recorded a moment ago, so that their first attempt need not read what was just written.
 * Each is given once. One that is missing here is read from Postgres, which alone decides what follows an attempt.
 */
export class FreshEvents {
  /** The oldest first. */
  private readonly kept = new Map<string, Kept>();

  /** `now` in milliseconds, from a clock that goes on while the process is frozen. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Call it when the end is recorded, and not before. */
  note(transaction: Transaction, { event: { eventId, body, callbackUrl } }: FinalMove): void {
    if (callbackUrl === undefined) return;
    const { identifier, merchant, project, plan, traceparent = null } = transaction;
    this.kept.delete(identifier);
    this.kept.set(identifier, {
      event: {
        eventId,
        merchant,
        project,
        callbackUrl,
        body,
        state: 'pending',
        attempts: 0,
        steps: 0,
        isReleased: false,
        waitMs: 0,
        timing: plan.timing,
        traceparent,
      },
      at: this.now(),
    });
    this.forgetOld();
  }

  take(identifier: string): DueEvent | undefined {
    this.forgetOld();
    const found = this.kept.get(identifier);
    this.kept.delete(identifier);
    return found && { ...found.event, finalForMs: this.now() - found.at };
  }

  private forgetOld(): void {
    for (const [identifier, { at }] of this.kept) {
      if (this.now() - at <= freshMs && this.kept.size <= keptMax) return;
      this.kept.delete(identifier);
    }
  }
}
