import { Injectable } from '@nestjs/common';
import { bill } from '#domain/routing/billing';
import { findMethod } from '#domain/methods/find-method';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/choose-route';
import type { RoutedType } from '#domain/transaction/status';
import type { TransactionRequest } from '#domain/transaction/request';
import type { explanation } from '#domain/wire/routing';
import type { ValueOf } from '#domain/wire/schema';
import { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import { pruneBody, type ParsedBody } from '../http/check-body.js';
import type { Caller } from '../http/parameters.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { acceptPayment, acceptPayout } from '../transactions/create/accept-request.js';
import { describeCandidate, describeRefusal, routedRequestOf } from '../transactions/create/plan-request.js';
import { checkProjectTerms } from '../transactions/create/project-terms.js';
import { ExplainLimits } from './explain-limits.js';

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
  async explain(
    { project: projectCode }: Caller,
    request: TransactionRequest,
  ): Promise<ValueOf<typeof explanation>> {
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
    const described = final && describeRefusal(final);
    return {
      direction,
      method: request.method.code,
      currency: request.money.currency,
      amount: request.money.amount,
      decision: final ? 'refused' : 'accepted',
      error_code: described?.error_code,
      error_reason: described?.error_reason,
      description: described?.description,
      candidates: routes.map(describeCandidate),
      limits: counted.limits.length > 0 ? counted.limits : undefined,
      timestamp: new Date().toISOString(),
    };
  }
}

/** Accepts the body as its create endpoint would. */
export function acceptEither(body: ParsedBody): TransactionRequest {
  return directionOf(body) === 'payout' ? acceptPayout(body) : acceptPayment(body);
}

/** The create endpoint of a body: payout if it names a method that only payouts have and no widget, else payment. */
export function directionOf(parsed: ParsedBody): RoutedType {
  const { method: code, widget } = pruneBody(parsed);
  if (widget !== undefined || typeof code !== 'string') return 'payment';
  if (findMethod('payment', 'h2h', code).kind === 'found') return 'payment';
  return findMethod('payout', 'h2h', code).kind === 'found' ? 'payout' : 'payment';
}
