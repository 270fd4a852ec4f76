import type { Configuration } from '../configuration.js';
import type { TransactionType } from '../transaction/status.js';
import type { Refusal } from './refusal.js';

/** Comes before URLs, callback target and blocklist (contract §3). A project that is not there is not disabled. */
export function refuseDisabledProject(
  { projects }: Configuration,
  projectCode: string,
  type: TransactionType,
): Refusal | undefined {
  if (projects[projectCode]?.enabled !== false) return undefined;
  return {
    kind: 'refused',
    error: type === 'payment' ? 'paymentProjectDisabled' : 'payoutProjectDisabled',
  };
}
