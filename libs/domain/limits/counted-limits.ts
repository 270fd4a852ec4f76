import {
  limitPeriods,
  type Configuration,
  type CountedLimits,
  type LimitPeriod,
} from '../configuration/configuration.js';
import type { TransactionType } from '../transaction/status.js';

/**
 * A counted limit as a transaction keeps it in its plan: whose limit, for which period of UTC, and how much may be
 * registered in the period, in the transaction's own direction and currency. Postgres counts by it.
 */
export type PlannedLimit = {
  readonly scope: LimitScope;
  /** A project, a MID, or a customer's keyed hash, which differs from merchant to merchant. */
  readonly subject: string;
  readonly per: LimitPeriod;
  readonly amount?: string;
  readonly count?: number;
};

export type LimitScope = 'project' | 'customer' | 'mid';

export type LimitedRequest = {
  readonly type: TransactionType;
  readonly currency: string;
  /**
   * Keyed hashes of the customer, one for each active secret. The limit is counted by each, so that the counters of a new
   * secret are complete before the old one goes. Empty if the request names no customer.
   */
  readonly customerHashes: readonly string[];
  /** Of every route that may be taken. */
  readonly mids: readonly string[];
};

/** The counted limits that are configured for a request (`limits` of project and MIDs, `customer_limits`), usually none. */
export function plannedLimits(
  { projects, merchants, mids }: Pick<Configuration, 'projects' | 'merchants' | 'mids'>,
  projectCode: string,
  request: LimitedRequest,
): readonly PlannedLimit[] {
  const project = projects[projectCode];
  const plan = (scope: LimitScope, subject: string, limits: CountedLimits | undefined) =>
    limits ? planOne({ scope, subject }, limits, request) : [];
  const customerLimits = project && merchants[project.merchant]?.customerLimits;
  return [
    ...plan('project', projectCode, project?.countedLimits),
    ...request.customerHashes.flatMap((subject) => plan('customer', subject, customerLimits)),
    ...[...new Set(request.mids)].flatMap((mid) => plan('mid', mid, mids[mid]?.countedLimits)),
  ];
}

function planOne(
  whose: Pick<PlannedLimit, 'scope' | 'subject'>,
  limits: CountedLimits,
  { type, currency }: LimitedRequest,
): readonly PlannedLimit[] {
  return limitPeriods.flatMap((per) => {
    const limit = limits[per]?.[type];
    const amount = limit?.amounts[currency] ?? limit?.amounts['all'];
    const count = limit?.count;
    if (amount === undefined && count === undefined) return [];
    return [
      { ...whose, per, ...(amount !== undefined && { amount }), ...(count !== undefined && { count }) },
    ];
  });
}

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
 * `amount: exceeds the daily limit of the project for payments in EUR, which resets at 2026-02-01T00:00:00Z`.
 */
export function describeReached({ scope, per, type, currency, reached, ends }: ReachedLimit): string {
  const what = `the ${periods[per]} limit of the ${scopes[scope]} for ${type}s in ${currency}`;
  if (reached === 'amount alone') return `amount: exceeds ${what}`;
  const reset = `which resets at ${ends}`;
  return reached === 'amount'
    ? `amount: exceeds ${what}, ${reset}`
    : `Number of ${type}s: exceeds ${what}, ${reset}`;
}

const periods: Readonly<Record<LimitPeriod, string>> = { day: 'daily', month: 'monthly' };
const scopes: Readonly<Record<LimitScope, string>> = { project: 'project', customer: 'customer', mid: 'MID' };
