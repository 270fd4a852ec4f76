import { Injectable } from '@nestjs/common';
import { describeReached, type ReachedLimit } from '#domain/limits/counted-limits';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Refusal } from '#domain/routing/refusal';
import type { TransactionRequest } from '#domain/transaction/request';
import type { countedLimit } from '#domain/wire/routing';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { findLimitUsage, type LimitUsage } from '#persistence/limits/limit-counters';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { CountedLimits } from '../transactions/create/plan-request.js';

type ExplainedLimit = ValueOf<typeof countedLimit>;

export type ExplainedLimits = {
  readonly limits: readonly ExplainedLimit[];
  readonly exhausted: readonly ExhaustedMid[];
  /** By a limit of the project or the customer, which holds for every route. */
  readonly refusal: Refusal | undefined;
};

@Injectable()
export class ExplainLimits {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly limits: CountedLimits,
  ) {}

  /** How a create request would fare against its counted limits now. Throws unavailable while Postgres is unreachable. */
  async explain(projectCode: string, request: TransactionRequest): Promise<ExplainedLimits> {
    const { routes } = this.configuration.current();
    const mids = routes.filter(({ project }) => project === projectCode).map(({ mid }) => mid);
    const asked = { type: request.method.type, ...request.money };
    const limits = this.limits.of(projectCode, request, mids);
    const usages = await findLimitUsage(this.database, limits, asked).catch(unavailable(request.reference));
    const reached = usages.flatMap((usage) => reachedBy(usage, asked));
    const own = reached.find(({ scope }) => scope !== 'mid');
    return {
      limits: fullestForCustomer(usages).flatMap(explainLimit),
      exhausted: reached.flatMap((one) => (one.mid === undefined ? [] : [{ ...one, mid: one.mid }])),
      refusal: own && { kind: 'refused', error: 'limitExceeded', description: describeReached(own) },
    };
  }
}

function reachedBy(
  { limit: { scope, subject, per }, reached, ends }: LimitUsage,
  { type, currency }: Pick<ReachedLimit, 'type' | 'currency'>,
): readonly ReachedLimit[] {
  if (reached === undefined) return [];
  return [{ scope, ...(scope === 'mid' && { mid: subject }), per, type, currency, reached, ends }];
}

/** Of the counters of one customer, one for each active secret, the one that has counted the most: the others are younger. */
function fullestForCustomer(usages: readonly LimitUsage[]): readonly LimitUsage[] {
  const isFuller = (one: LimitUsage, other: LimitUsage) => one.used.count > other.used.count;
  return usages.filter((usage, index) => {
    const { scope, per } = usage.limit;
    if (scope !== 'customer') return true;
    const rivals = usages.filter(({ limit }) => limit.scope === scope && limit.per === per);
    const fullest = rivals.reduce((best, one) => (isFuller(one, best) ? one : best));
    return usages.indexOf(fullest) === index;
  });
}

function explainLimit({ limit, used, ends }: LimitUsage): readonly ExplainedLimit[] {
  const { scope, per, amount, count } = limit;
  if (scope === 'mid') return [];
  return [
    {
      whose: scope,
      per,
      amount: amount === undefined ? undefined : { used: used.amount, max: amount },
      count: count === undefined ? undefined : { used: used.count, max: count },
      ends,
    },
  ];
}
