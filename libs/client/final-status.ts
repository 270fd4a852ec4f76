/** Specification §3. */
export type Status = 'new' | 'created' | 'pending' | FinalStatus;
export type FinalStatus = (typeof finalStatuses)[number];

const finalStatuses = ['success', 'declined', 'error', 'expired'] as const;

/** Whether a status is one that is never left (specification §3). */
export function isFinal(status: string): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}
