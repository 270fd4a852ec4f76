import { Inject, Injectable } from '@nestjs/common';
import { bill } from '#domain/billing';
import { findMethod } from '#domain/methods/find-method';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/choose-route';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionRequest } from '#domain/transaction/request';
import type { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import { pruneBody, type ParsedBody } from '../http/check-body.js';
import type { Caller } from '../http/parameters.js';
import { CIRCUITS, CurrentConfiguration } from '../resources/resources.js';
import { acceptPayment, acceptPayout } from '../transactions/accept-request.js';
import {
  describeCandidate,
  describeRefusal,
  type DescribedCandidate,
} from '../transactions/describe-candidate.js';
import { routedRequestOf } from '../transactions/plan-request.js';
import { checkProjectTerms } from '../transactions/project-terms.js';
import { ExplainLimits, type ExplainedLimit } from './explain-limits.js';

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

@Injectable()
export class ExplainRequest {
  constructor(
    private readonly configuration: CurrentConfiguration,
    @Inject(CIRCUITS) private readonly circuits: WatchedCircuits,
    private readonly explainLimits: ExplainLimits,
  ) {}

  /**
   * What configuration and counted limits make of an accepted create request (contract §7). Throws 503 where counters are
   * needed and Postgres is out of reach. Ledger, references and the payouts in flight are not asked.
   */
  async explain({ project: projectCode }: Caller, request: TransactionRequest): Promise<ExplainResponse> {
    const configuration = this.configuration.current();
    const project = this.configuration.project(projectCode);
    const direction = request.row.type;
    // Comes before what the project asks of the body (contract §3).
    if (!refuseDisabledProject(configuration, projectCode, direction)) checkProjectTerms(project, request);
    const counted = await this.explainLimits.explain(projectCode, request);
    const { refusal, routes } = explainRoutes(
      configuration,
      projectCode,
      { ...routedRequestOf(request), exhausted: counted.exhausted },
      this.circuits.openMids(),
    );
    const billed = bill(configuration, projectCode, request.money);
    const refused = billed.kind === 'refused' ? billed : undefined;
    const final: Refusal | undefined = refusal ?? refused ?? counted.refusal;
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
}

/** Reads the body as the create endpoint would that it is meant for. */
export function acceptEither(body: ParsedBody): TransactionRequest {
  return directionOf(body) === 'payout' ? acceptPayout(body) : acceptPayment(body);
}

/**
 * Which create endpoint a body is meant for. A hosted page is a payment's; a method that is sent directly is a payout's
 * where payouts alone have it. What is neither is refused as a payment.
 */
export function directionOf(parsed: ParsedBody): TransactionType {
  const { method: code, widget } = pruneBody(parsed);
  if (widget !== undefined || typeof code !== 'string') return 'payment';
  if (findMethod('payment', 'h2h', code).kind === 'found') return 'payment';
  return findMethod('payout', 'h2h', code).kind === 'found' ? 'payout' : 'payment';
}
