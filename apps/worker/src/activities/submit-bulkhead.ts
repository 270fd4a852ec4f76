import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { createBulkhead, type Bulkhead, type BulkheadLimits } from './bulkhead.js';

/** Of one MID: an eighth of the slots, so that several providers that hang leave room for the others. */
const defaultLimits: BulkheadLimits = { slots: 100, waitMinMs: 250, waitMaxMs: 15_000 };
/** As many as there are connections to Postgres: what begins beyond them would only wait, not knowing who is full. */
const beginningMax = 20;

/** What a beginning has come to; `dueMid` is where an attempt is due that was not to begin. */
type Beginning = {
  readonly begun?: { readonly mid: string } | undefined;
  readonly dueMid?: string | undefined;
};

export type SubmitBulkhead = Pick<Bulkhead, 'slots' | 'taken'> & {
  /**
   * Begins an attempt at any MID but those that have their fill of submits, and takes a slot of its MID until `leave`.
   * Throws a failure that asks to come back later where the attempt is due at a full one: nothing was begun then. A few
   * that begin at the same moment may get in together beyond the bound.
   */
  admit<Loaded extends Beginning>(
    begin: (fullMids: readonly string[]) => Promise<Loaded | undefined>,
  ): Promise<{ readonly loaded: Loaded | undefined; readonly leave: () => void }>;
};

export function createSubmitBulkhead(limits: BulkheadLimits = defaultLimits): SubmitBulkhead {
  const bulkhead = createBulkhead(limits);
  const turns = createTurns(beginningMax);
  return {
    slots: bulkhead.slots,
    taken: () => bulkhead.taken(),
    admit: (begin) =>
      turns.take(async () => {
        const fullMids = bulkhead.full();
        const loaded = await begin(fullMids);
        if (loaded?.begun) return { loaded, leave: bulkhead.enter(loaded.begun.mid) };
        const dueMid = loaded?.dueMid;
        if (dueMid !== undefined && fullMids.includes(dueMid))
          throw midIsBusy(dueMid, bulkhead.queue(dueMid));
        return { loaded, leave: () => undefined };
      }),
  };
}

/** So many at a time, in the order in which they came. */
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

/** The only failure of a submit that Temporal tries again. */
export const midBusy = 'MID_BUSY';

function midIsBusy(mid: string, nextRetryDelay: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: `the limit of concurrent submits to ${mid} is reached`,
    type: midBusy,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay,
  });
}

export function undefinedWhenBusy(error: unknown): undefined {
  if (error instanceof ApplicationFailure && error.type === midBusy) return undefined;
  throw error;
}

/** Only a busy MID is worth another run of the same submit: after anything else the workflow asks Postgres first. */
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
