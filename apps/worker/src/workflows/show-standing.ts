import { setCurrentDetails } from '@temporalio/workflow';
import type { TransactionType } from '#domain/transaction/status';
import { describeStanding } from './describe-standing.js';
import type { FlowState } from './flow-state.js';

/** Shows on the transaction's page in the Temporal UI where it stands, and what waits for a second operator. */
export function showStanding(type: TransactionType, { standing, attempts, proposal }: FlowState): void {
  if (!standing) return;
  const shown = describeStanding(type, standing, [...attempts.values()]);
  const isAwaited = proposal !== undefined && standing.phase !== 'final';
  setCurrentDetails(isAwaited ? `${shown}\n\n${proposal}` : shown);
}
