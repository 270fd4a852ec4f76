import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { describeReached, type ReachedLimit } from '#domain/limits/counted-limits';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Refusal } from '#domain/routing/refusal';
import type { TransactionRequest } from '#domain/transaction/request';
import type { Database } from '#persistence/database';
import { findLimitStandings, type LimitStanding } from '#persistence/limits/limit-counters';
import { CurrentConfiguration, DATABASE } from '../resources/resources.js';
import { CountedLimits } from '../transactions/counted-limits.js';

/** A counted limit as the merchant is shown it; a MID's serves others as well and is not shown. */
export type ExplainedLimit = {
  readonly whose: 'project' | 'customer';
  readonly per: 'day' | 'month';
  readonly amount?: { readonly used: string; readonly max: string };
  readonly count?: { readonly used: number; readonly max: number };
  readonly ends: string;
};

export type ExplainedLimits = {
  readonly limits: readonly ExplainedLimit[];
  readonly exhausted: readonly ExhaustedMid[];
  /** Of project or customer: for every route. */
  readonly refusal: Refusal | undefined;
};

@Injectable()
export class ExplainLimits {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly limits: CountedLimits,
  ) {}

  /** How a create request would meet its counted limits now. Throws `unavailable` where Postgres cannot be asked. */
  async explain(projectCode: string, request: TransactionRequest): Promise<ExplainedLimits> {
    const { routes } = this.configuration.current();
    const mids = routes.filter(({ project }) => project === projectCode).map(({ mid }) => mid);
    const asked = { type: request.row.type, ...request.money };
    const limits = this.limits.of(projectCode, request, mids);
    const standings = await findLimitStandings(this.database, limits, asked).catch(() => {
      throw new GatewayError('unavailable', { reference: request.reference });
    });
    const reached = standings.flatMap((standing) => reachedBy(standing, asked));
    const own = reached.find(({ scope }) => scope !== 'mid');
    return {
      limits: standings.flatMap(explainLimit),
      exhausted: reached.flatMap((one) => (one.mid === undefined ? [] : [{ ...one, mid: one.mid }])),
      refusal: own && { kind: 'refused', error: 'limitExceeded', description: describeReached(own) },
    };
  }
}

function reachedBy(
  { limit: { scope, subject, per }, reached, ends }: LimitStanding,
  { type, currency }: Pick<ReachedLimit, 'type' | 'currency'>,
): readonly ReachedLimit[] {
  if (reached === undefined) return [];
  return [{ scope, ...(scope === 'mid' && { mid: subject }), per, type, currency, reached, ends }];
}

function explainLimit({ limit, used, ends }: LimitStanding): readonly ExplainedLimit[] {
  const { scope, per, amount, count } = limit;
  if (scope === 'mid') return [];
  return [
    {
      whose: scope,
      per,
      ...(amount !== undefined && { amount: { used: used.amount, max: amount } }),
      ...(count !== undefined && { count: { used: used.count, max: count } }),
      ends,
    },
  ];
}
