import type { WorkflowState } from '#contracts/transaction-flow';
import { afterCancel } from '#domain/transaction/decide-end';
import type { ActivityDependencies } from './activity-dependencies.js';
import { decideAndRecord, loadKnown } from './step.js';

/** Ends what never became ready because somebody gives it up; changes nothing once it is due. */
export function createCancelUnsent({ database }: ActivityDependencies) {
  return async function cancelUnsent(identifier: string): Promise<WorkflowState> {
    const reload = () => loadKnown(database, identifier);
    return decideAndRecord(database, await reload(), { decide: afterCancel, reload });
  };
}
