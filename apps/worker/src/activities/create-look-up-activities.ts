import type { ActivityDependencies } from './activity-dependencies.js';
import { createAskToCancel } from './ask-to-cancel.js';
import { createGate } from './gate.js';
import { createLookUpLate } from './look-up-late.js';
import { createLookUpOnce } from './look-up-once.js';
import { createLookUpTransaction } from './look-up-transaction.js';
import { createPassTransferOn } from './pass-transfer-on.js';

/** Of one MID: a tenth of the slots, so that several providers that hang leave room for the others. */
const lookUpsPerMidMax = 40;

/** What providers are asked and told after the submit, on a queue and a worker of its own. */
export function createLookUpActivities(dependencies: ActivityDependencies) {
  const gate = createGate({ slots: lookUpsPerMidMax });
  return {
    lookUpTransaction: createLookUpTransaction(dependencies, gate),
    lookUpOnce: createLookUpOnce(dependencies),
    lookUpLate: createLookUpLate(dependencies),
    askToCancel: createAskToCancel(dependencies),
    passTransferOn: createPassTransferOn(dependencies),
  };
}

export type LookUpActivities = ReturnType<typeof createLookUpActivities>;
