import { bill } from '#domain/billing';
import { GatewayError } from '#domain/errors/gateway-error';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/choose-route';
import type { TransactionType } from '#domain/transaction/status';
import type { ApiContext } from '../api-context.js';
import type { Caller } from '../http/authenticate.js';
import type { ParsedObject } from '../http/parse-body.js';
import { acceptPayment, acceptPayout } from '../transactions/accept-request.js';
import { checkProjectTerms, routedRequestOf } from '../transactions/plan-request.js';
import { describeCandidate, describeRefusal, type DescribedCandidate } from './describe-candidate.js';
import { directionOf } from './direction-of.js';
import { explainLimits, type ExplainedLimit } from './explain-limits.js';

/** Wire shape of `POST /v2/routing/explain`. */
export type ExplainResponse = {
  readonly direction: TransactionType;
  readonly method: string;
  readonly currency: string;
  readonly amount: string;
  readonly decision: 'accepted' | 'refused';
  readonly error_code?: number;
  readonly error_reason?: string;
  readonly description?: string;
  readonly candidates: readonly DescribedCandidate[];
  /** Counted limits of the project and of the customer; absent where there are none. */
  readonly limits?: readonly ExplainedLimit[];
  readonly timestamp: string;
};

/**
 * What configuration and counted limits make of a create request (contract §7). What is wrong with the body itself is
 * thrown as it is by a create call: 31, 30, 1054, 1051; 503 where counters are needed and Postgres is out of reach.
 * Books, references and the payouts in flight are not asked.
 */
export async function explainRequest(
  context: ApiContext,
  { project: projectCode }: Caller,
  body: ParsedObject,
): Promise<ExplainResponse> {
  const configuration = context.configuration();
  const project = configuration.projects[projectCode];
  if (!project) throw new GatewayError('merchantNotFound');
  const direction = directionOf(body);
  const request = accept[direction](body);
  // Comes before what the project asks of the body (contract §3).
  if (!refuseDisabledProject(configuration, projectCode, direction)) checkProjectTerms(project, request);
  const counted = await explainLimits(context, projectCode, request);
  const { refusal, routes } = explainRoutes(
    configuration,
    projectCode,
    { ...routedRequestOf(request), exhausted: counted.exhausted },
    context.circuits.openMids(),
  );
  const final = refusal ?? refuseBill(configuration, projectCode, request.money) ?? counted.refusal;
  return {
    direction,
    method: request.method,
    currency: request.money.currency,
    amount: request.money.amount,
    decision: final ? 'refused' : 'accepted',
    ...(final && describeRefusal(final)),
    candidates: routes.map(describeCandidate),
    ...(counted.limits.length > 0 && { limits: counted.limits }),
    timestamp: new Date().toISOString(),
  };
}

const accept = { payment: acceptPayment, payout: acceptPayout } as const;

function refuseBill(...asked: Parameters<typeof bill>): Refusal | undefined {
  const billed = bill(...asked);
  return billed.kind === 'refused' ? billed : undefined;
}
