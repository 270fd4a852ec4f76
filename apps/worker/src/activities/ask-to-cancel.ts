import type { WorkflowState } from '#contracts/transaction-flow';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askProvider } from './ask-provider.js';
import { loadKnown } from './step.js';

/** Asks the provider to stop collecting. Its answer is a report like any other: nothing ends without it. */
export function createAskToCancel(dependencies: ActivityDependencies) {
  return async function askToCancel(identifier: string): Promise<WorkflowState> {
    const subject = await loadKnown(dependencies.database, identifier);
    return askProvider(dependencies, subject, { question: 'cancel', counts: false });
  };
}
