import { encodeStep, type FirstDelivery, type RecordedStep, type StepResult } from '#contracts/step-result';
import type { FinalMove } from '#domain/transaction/change';
import type { Transaction } from '#domain/transaction/transaction';
import { endpointOf } from '#gateway/callbacks/endpoint';
import type { DueEvent } from '#persistence/callbacks/deliveries';
import type { ActivityDependencies } from './activity-dependencies.js';
import {
  attemptDelivery,
  describeFailedDelivery,
  loadPending,
  recordAttempt,
  type DeliveryChannel,
  type DeliveryDependencies,
} from './attempt-delivery.js';
import { isSentByOtherRun, resumeUnsent } from './resume-unsent.js';
import { createSubmitSteps } from './submit-attempt.js';
import { retryOnlyBusy, undefinedIfBusy, type SubmitBulkhead } from './submit-bulkhead.js';

/*
 * The twins of `submitTransaction` and `deliverCallback`, which run within the workflow's own task and cost Temporal least
 * (docs/decisions/0030-at-once-then-in-sight.md). A call that takes longer than a second continues in the background, and
 * its twin, which staff can see, waits for it.
 */

/** How long a call to a provider or a merchant may hold up its workflow's task, in milliseconds. */
const atOnceMs = 1_000;

/** Calls that local activities have started in this process, one per transaction at a time. */
export type UnderWay<Result> = {
  /** The result of the call; undefined if it takes longer than a second. */
  start(identifier: string, call: () => Promise<Result>): Promise<Result | undefined>;
  /** The call of this transaction that has not ended yet. */
  find(identifier: string): Promise<Result> | undefined;
  /** Resolves when no call is left. */
  drain(): Promise<void>;
};

/** `onFailure`: a call has failed that continued in the background. */
export function createUnderWay<Result>(onFailure: (identifier: string) => void): UnderWay<Result> {
  const calls = new Map<string, Promise<Result>>();
  const tooLate = Symbol('too late');
  return {
    async start(identifier, call) {
      const running: Promise<Result> = call().finally(() => {
        // The next call of the same transaction may have started already.
        if (calls.get(identifier) === running) calls.delete(identifier);
      });
      calls.set(identifier, running);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<typeof tooLate>((resolve) => {
        timer = setTimeout(resolve, atOnceMs, tooLate);
      });
      const first = await Promise.race([running, limit]).finally(() => clearTimeout(timer));
      if (first !== tooLate) return first;
      running.catch(() => onFailure(identifier));
      return undefined;
    },
    find: (identifier) => calls.get(identifier),
    async drain() {
      await Promise.allSettled(calls.values());
    },
  };
}

/**
 * Submits a transaction that is due. Undefined leaves it to `submitTransaction`: the provider takes longer, another run is
 * sending it, or its MID is busy.
 */
export function createSubmitAtOnce(
  dependencies: ActivityDependencies,
  { bulkheads, submits }: { bulkheads: { submit: SubmitBulkhead }; submits: UnderWay<StepResult> },
): (identifier: string) => Promise<RecordedStep | undefined> {
  const { claim, send } = createSubmitSteps(dependencies, bulkheads.submit);
  return retryOnlyBusy(async (identifier: string) => {
    if (submits.find(identifier)) return undefined;
    const claimed = await claim(identifier).catch(undefinedIfBusy);
    if (!claimed) return undefined;
    const { subject, otherQueueMids } = claimed;
    const { attempt } = subject;
    if (attempt) {
      const sent = await submits.start(identifier, () => send(claimed, attempt));
      return sent && encodeStep(sent);
    }
    if (isSentByOtherRun(subject)) return undefined;
    return encodeStep(await resumeUnsent(dependencies, subject, otherQueueMids));
  });
}

/**
 * Makes the attempt that is due to deliver the callback of a transaction that has ended: the first one, or a later one of a
 * workflow that was lost. `deliverCallback` does the rest: it waits for an attempt that takes longer, and makes the next one.
 * Undefined: no attempt is due.
 */
export function createDeliverAtOnce(
  dependencies: DeliveryDependencies,
  {
    channel,
    deliveries,
    freshEvents,
  }: { channel: DeliveryChannel; deliveries: UnderWay<FirstDelivery>; freshEvents: FreshEvents },
) {
  const { database, isPaused } = dependencies;
  return async function deliverAtOnce(identifier: string): Promise<FirstDelivery | undefined> {
    const event = freshEvents.take(identifier) ?? (await loadPending(database, identifier));
    if (typeof event === 'string') return event;
    if (event.waitMs > 0 || isPaused(endpointOf(event.project, event.callbackUrl))) return undefined;
    const n = event.attempts + 1;
    const attempt = async (): Promise<FirstDelivery> => {
      const sent = await attemptDelivery(dependencies, channel, event);
      if ('busyForMs' in sent) return 'pending';
      const { state, isOneOfSeveral } = await recordAttempt(dependencies, { identifier, event, sent });
      if (state !== 'pending') return isOneOfSeveral ? 'pending' : state;
      return { attempt: n, leftMs: 0, said: describeFailedDelivery(n, sent.delivery) };
    };
    // Temporal may repeat the task while its first attempt is still under way.
    const isUnderWay = deliveries.find(identifier) !== undefined;
    const delivery = isUnderWay ? undefined : await deliveries.start(identifier, attempt);
    return delivery ?? { attempt: n, leftMs: event.timing.callbackAttemptMs };
  };
}

/** Older events are read from Postgres: another process may have delivered them meanwhile. */
const freshMs = 2_000;
const keptMax = 1_000;

/**
 * Events that this process has just recorded, so that their first attempt need not read them. Each is given out once. One
 * that is missing is read from Postgres, which alone decides what follows an attempt.
 */
export class FreshEvents {
  /** The oldest first. */
  private readonly kept = new Map<
    string,
    { readonly event: Omit<DueEvent, 'finalForMs'>; readonly at: number }
  >();

  /** `now` in milliseconds, from a clock that runs while the process is frozen. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** To be called once the end is recorded. */
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
