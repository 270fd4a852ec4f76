import { createCallbackSender } from '#gateway/callbacks/send-callback';
import type { ActivityDependencies } from './activity-dependencies.js';
import { createDeliverCallback, createRedeliverCallback } from './deliver-callback.js';
import { createHostGate } from './host-gate.js';
import { createLookUpLate } from './look-up-late.js';
import { createAskToCancel, createLookUpOnce, createLookUpTransaction } from './look-up-transaction.js';
import { createPassTransferOn } from './pass-transfer-on.js';
import { createSendEvent } from './send-event.js';

const callbacksUnderWayPerHostMax = 16;
const callbackLimits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 } as const;

/** What may take its time: asking providers and telling merchants, on a queue and a worker of their own. */
export function createFollowUpActivities(dependencies: ActivityDependencies) {
  const gate = createHostGate(callbacksUnderWayPerHostMax);
  const sendEvent = createSendEvent(dependencies, createCallbackSender(callbackLimits), gate);
  return {
    lookUpTransaction: createLookUpTransaction(dependencies),
    lookUpOnce: createLookUpOnce(dependencies),
    lookUpLate: createLookUpLate(dependencies),
    askToCancel: createAskToCancel(dependencies),
    deliverCallback: createDeliverCallback(dependencies, sendEvent),
    passTransferOn: createPassTransferOn(dependencies),
    redeliverCallback: createRedeliverCallback(dependencies, sendEvent),
  };
}

export type FollowUpActivities = ReturnType<typeof createFollowUpActivities>;
