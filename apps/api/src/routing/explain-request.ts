import { Injectable } from '@nestjs/common';
import { bill } from '#domain/routing/billing';
import { findMethod } from '#domain/methods/find-method';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/choose-route';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionRequest } from '#domain/transaction/request';
import { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import { pruneBody, type ParsedBody } from '../http/check-body.js';
import type { Caller } from '../http/parameters.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { acceptPayment, acceptPayout } from '../transactions/accept-request.js';
import {
  describeCandidate,
  describeRefusal,
  routedRequestOf,
  type DescribedCandidate,
} from '../transactions/plan-request.js';
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
  /** Counted limits of the project and of the customer; absent if there are none. */
  readonly limits?: readonly ExplainedLimit[];
  readonly timestamp: string;
};

@Injectable()
export class ExplainRequest {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly circuits: WatchedCircuits,
    private readonly explainLimits: ExplainLimits,
  ) {}

  /**
   * What configuration and counted limits would decide about an accepted create request (contract §7). Throws 503 if
   * counters are needed while Postgres is unreachable. Ledger, duplicates and payouts in flight are not considered.
   */
  async explain({ project: projectCode }: Caller, request: TransactionRequest): Promise<ExplainResponse> {
    const configuration = this.configuration.current();
    const project = this.configuration.project(projectCode);
    const direction = request.method.type;
    // Precedes the checks against the project's settings (contract §3).
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
      method: request.method.code,
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

/** Accepts the body as the create endpoint that it is meant for would. */
export function acceptEither(body: ParsedBody): TransactionRequest {
  return directionOf(body) === 'payout' ? acceptPayout(body) : acceptPayment(body);
}

/**
 * Which create endpoint a body is meant for: a payout if it names a method that only payouts have, else a payment. A body
 * with a widget is always a payment.
 */
export function directionOf(parsed: ParsedBody): TransactionType {
  const { method: code, widget } = pruneBody(parsed);
  if (widget !== undefined || typeof code !== 'string') return 'payment';
  if (findMethod('payment', 'h2h', code).kind === 'found') return 'payment';
  return findMethod('payout', 'h2h', code).kind === 'found' ? 'payout' : 'payment';
}
