import { limitPeriods, type Configuration, type CountedLimits, type LimitPeriod } from '../configuration.js';
import type { TransactionType } from '../transaction/status.js';

/**
 * A counted limit as a transaction keeps it in its plan: whose it is, for which period of UTC, and how much may be
 * registered in that, in the transaction's own direction and currency. Postgres counts by it.
 */
export type PlannedLimit = {
  readonly scope: LimitScope;
  /** A project, a MID, or a customer's keyed hash, which is another one for each merchant. */
  readonly subject: string;
  readonly per: LimitPeriod;
  readonly amount?: string;
  readonly count?: number;
};

export type LimitScope = 'project' | 'customer' | 'mid';

export type LimitedRequest = {
  readonly type: TransactionType;
  readonly currency: string;
  /** Keyed hash; a request that names no customer is not counted for one. */
  readonly customer: string | undefined;
  /** Of every route that may be taken. */
  readonly mids: readonly string[];
};

/** The counted limits that are configured for a request (`limits` of project and MIDs, `customer_limits`), mostly none. */
export function plannedLimits(
  { projects, merchants, mids }: Pick<Configuration, 'projects' | 'merchants' | 'mids'>,
  projectCode: string,
  request: LimitedRequest,
): readonly PlannedLimit[] {
  const project = projects[projectCode];
  const plan = (scope: LimitScope, subject: string, limits: CountedLimits | undefined) =>
    limits ? planOne({ scope, subject }, limits, request) : [];
  const { customer } = request;
  const customerLimits = merchants[project?.merchant ?? '']?.customerLimits;
  return [
    ...plan('project', projectCode, project?.countedLimits),
    ...(customer === undefined ? [] : plan('customer', customer, customerLimits)),
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
