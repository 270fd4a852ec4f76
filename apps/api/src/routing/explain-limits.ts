import { GatewayError } from '#domain/errors/gateway-error';
import { describeReached, type ReachedLimit } from '#domain/limits/counted-limits';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Refusal } from '#domain/routing/refusal';
import type { TransactionRequest } from '#domain/transaction/request';
import { findLimitStandings, type LimitStanding } from '#persistence/limits/limit-counters';
import type { ApiContext } from '../api-context.js';
import { limitsOf } from '../transactions/plan-request.js';

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

/** How a create request would meet its counted limits now. Throws `unavailable` where Postgres cannot be asked. */
export async function explainLimits(
  context: ApiContext,
  projectCode: string,
  request: TransactionRequest,
): Promise<ExplainedLimits> {
  const { routes } = context.configuration();
  const mids = routes.filter(({ project }) => project === projectCode).map(({ mid }) => mid);
  const asked = { type: request.row.type, ...request.money };
  const limits = limitsOf(context, projectCode, request, mids);
  const standings = await findLimitStandings(context.database, limits, asked).catch(() => {
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
