import { bill } from '#domain/billing';
import { GatewayError } from '#domain/errors/gateway-error';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/refuse-disabled-project';
import type { TransactionRequest } from '#domain/transactions/transaction-request';
import type { TransactionType } from '#domain/transaction';
import type { ApiContext } from '../api-context.js';
import type { Caller } from '../http/parameters.js';
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
 * What configuration and counted limits make of an accepted create request (contract §7). Throws 503 where counters are
 * needed and Postgres is out of reach. Ledger, references and the payouts in flight are not asked.
 */
export async function explainRequest(
  context: ApiContext,
  { project: projectCode }: Caller,
  request: TransactionRequest,
): Promise<ExplainResponse> {
  const configuration = context.configuration();
  const project = configuration.projects[projectCode];
  if (!project) throw new GatewayError('merchantNotFound');
  const direction = request.row.type;
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

/** Reads the body as the create endpoint would that it is meant for. */
export function acceptEither(body: ParsedObject): TransactionRequest {
  return directionOf(body) === 'payout' ? acceptPayout(body) : acceptPayment(body);
}

function refuseBill(...asked: Parameters<typeof bill>): Refusal | undefined {
  const billed = bill(...asked);
  return billed.kind === 'refused' ? billed : undefined;
}
