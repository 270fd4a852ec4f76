import type { ActivityDependencies } from './activity-dependencies.js';
import { createQuestions } from './ask-out-of-turn.js';
import { createBulkhead, type Bulkhead } from './bulkhead.js';
import { createImportDay } from './import-day.js';
import { createLookUpLate } from './look-up-late.js';
import { createLookUpTransaction } from './look-up-transaction.js';
import { createPassTransferOn } from './pass-transfer-on.js';

/** Per MID: a tenth of the worker's slots, so that several hanging providers leave room for the others. */
const lookUpsPerMidMax = 40;

export function createLookUpBulkhead(): Bulkhead {
  return createBulkhead({ slots: lookUpsPerMidMax });
}

/** Calls to providers after the submit, on a queue and a worker of their own. */
export function createLookUpActivities(dependencies: ActivityDependencies, bulkhead: Bulkhead) {
  return {
    lookUpTransaction: createLookUpTransaction(dependencies, bulkhead),
    ...createQuestions(dependencies),
    lookUpLate: createLookUpLate(dependencies),
    passTransferOn: createPassTransferOn(dependencies),
    importDay: createImportDay(dependencies, bulkhead),
  };
}

export type LookUpActivities = ReturnType<typeof createLookUpActivities>;
