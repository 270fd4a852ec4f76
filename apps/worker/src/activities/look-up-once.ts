import type { WorkflowState } from '#contracts/transaction-flow';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askProvider } from './ask-provider.js';
import { loadKnown } from './step.js';

/** One question, for whoever wants to know now. Its "not found" does not count: nobody buys an end by asking often. */
export function createLookUpOnce(dependencies: ActivityDependencies) {
  return async function lookUpOnce(identifier: string): Promise<WorkflowState> {
    const subject = await loadKnown(dependencies.database, identifier);
    return askProvider(dependencies, subject, { question: 'lookUp', counts: false });
  };
}
