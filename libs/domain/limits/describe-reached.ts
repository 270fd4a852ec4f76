import type { LimitPeriod } from '../configuration.js';
import type { TransactionType } from '../transaction/status.js';
import type { LimitScope } from './planned-limits.js';

/** A counted limit without room for a request. */
export type ReachedLimit = {
  readonly scope: LimitScope;
  /** Whose it is, where it is a MID's. */
  readonly mid?: string;
  readonly per: LimitPeriod;
  readonly type: TransactionType;
  readonly currency: string;
  /** `amount alone`: more than the whole limit, so that waiting does not help. */
  readonly reached: 'amount' | 'amount alone' | 'count';
  /** When the period ends, ISO 8601 UTC. It may have room before that: what fails is given back. */
  readonly ends: string;
};

/**
 * `description` of 1132, without the limit's own figure, because a MID serves several merchants. For example
 * `amount: over the daily limit of the project for payments in EUR, which is counted anew from 2026-02-01T00:00:00Z`.
 */
export function describeReached({ scope, per, type, currency, reached, ends }: ReachedLimit): string {
  const what = `the ${periods[per]} limit of the ${scopes[scope]} for ${type}s in ${currency}`;
  if (reached === 'amount alone') return `amount: over ${what}`;
  const anew = `which is counted anew from ${ends}`;
  return reached === 'amount' ? `amount: over ${what}, ${anew}` : `Number of ${type}s: over ${what}, ${anew}`;
}

const periods: Readonly<Record<LimitPeriod, string>> = { day: 'daily', month: 'monthly' };
const scopes: Readonly<Record<LimitScope, string>> = { project: 'project', customer: 'customer', mid: 'MID' };
