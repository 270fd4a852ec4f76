import type { FinalStatus } from './messages/record.js';

const finalStatuses: readonly FinalStatus[] = ['success', 'declined', 'error', 'expired'];

/** Whether a status is one that is never left (specification §3). */
export function isFinal(status: string): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}
