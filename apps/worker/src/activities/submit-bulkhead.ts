import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { createBulkhead, type Bulkhead, type BulkheadLimits } from './bulkhead.js';

/** Per MID: an eighth of the worker's slots, so that several hanging providers leave room for the others. */
const defaultLimits: BulkheadLimits = { slots: 100, waitMinMs: 250, waitMaxMs: 15_000 };
/** One per connection to Postgres: further claims would only wait, with an outdated list of full MIDs. */
const claimsMax = 20;

/** `attempt`: the attempt that was begun. `dueMid`: the MID at which an attempt is due, also if it was excluded. */
type Claimed = {
  readonly attempt?: { readonly mid: string } | undefined;
  readonly dueMid?: string | undefined;
};

export type SubmitBulkhead = Pick<Bulkhead, 'slots' | 'taken'> & {
  /**
   * Begins an attempt at a MID that has a free slot, and takes that slot until `release`. Throws `MID_BUSY` with the time of
   * the retry if the attempt is due at a full MID, where none was begun. Claims that start together may exceed the limit.
   */
  claim<Subject extends Claimed>(
    begin: (fullMids: readonly string[]) => Promise<Subject | undefined>,
  ): Promise<{ readonly claimed: Subject | undefined; readonly release: () => void }>;
};

export function createSubmitBulkhead(limits: BulkheadLimits = defaultLimits): SubmitBulkhead {
  const bulkhead = createBulkhead(limits);
  const turns = createTurns(claimsMax);
  return {
    slots: bulkhead.slots,
    taken: () => bulkhead.taken(),
    claim: (begin) =>
      turns.take(async () => {
        const fullMids = bulkhead.full();
        const claimed = await begin(fullMids);
        if (claimed?.attempt) return { claimed, release: bulkhead.acquire(claimed.attempt.mid) };
        const dueMid = claimed?.dueMid;
        if (dueMid !== undefined && fullMids.includes(dueMid))
          throw midIsBusy(dueMid, bulkhead.queue(dueMid));
        return { claimed, release: () => undefined };
      }),
  };
}

/** Runs `atOnceMax` at a time, in the order of their arrival. */
function createTurns(atOnceMax: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take<Result>(run: () => Promise<Result>): Promise<Result> {
      if (taken < atOnceMax) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await run();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

/** The only failure of a submit that Temporal retries. */
export const midBusy = 'MID_BUSY';

function midIsBusy(mid: string, nextRetryDelay: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: `the limit of concurrent submits to ${mid} is reached`,
    type: midBusy,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay,
  });
}

export function undefinedIfBusy(error: unknown): undefined {
  if (error instanceof ApplicationFailure && error.type === midBusy) return undefined;
  throw error;
}

/** Makes every other failure non-retryable: the workflow reads Postgres first then. */
export function retryOnlyBusy<Arguments extends readonly unknown[], Result>(
  run: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    try {
      return await run(...given);
    } catch (error) {
      if (error instanceof ApplicationFailure) {
        if (error.type === midBusy || error.nonRetryable === true) throw error;
      }
      const message = error instanceof Error ? error.message : 'unknown';
      throw ApplicationFailure.nonRetryable(message, 'SUBMIT_FAILED');
    }
  };
}
