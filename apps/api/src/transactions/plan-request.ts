import { Inject, Injectable } from '@nestjs/common';
import { bill } from '#domain/billing';
import { GatewayError } from '#domain/errors/gateway-error';
import {
  type ExhaustedMid,
  routeInTime,
  routeRequest,
  type RoutedRequest,
} from '#domain/routing/route-request';
import { planTransaction, type Plan } from '#domain/transaction/plan';
import { type Candidates, refuseDisabledProject } from '#domain/routing/choose-route';
import { describeRouting } from '#domain/routing/explain-routes';
import { moveOpenBehind, type OpenMids, probedMid } from '#domain/routing/circuits';
import type { Refusal } from '#domain/routing/refusal';
import type { Money } from '#domain/money';
import { choosesBank, missingFields, type TransactionRequest } from '#domain/transaction/request';
import type { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import type { RoutingDecision } from '#persistence/transactions/register-transaction';
import { CIRCUITS, CurrentConfiguration } from '../resources/resources.js';
import { CountedLimits } from './counted-limits.js';
import { describeCandidate } from './describe-candidate.js';
import { checkProjectTerms } from './project-terms.js';
import { RiskScreening } from './screen-risk.js';

/** What a transaction is registered with beside what was asked. */
export type PlannedRequest = {
  readonly plan: Plan;
  readonly decision: RoutingDecision;
  readonly billing: Money;
};

/** Everything that depends on the configuration: what it decides becomes the plan and the bill that the transaction keeps. */
@Injectable()
export class PlanRequest {
  constructor(
    private readonly configuration: CurrentConfiguration,
    @Inject(CIRCUITS) private readonly circuits: WatchedCircuits,
    private readonly risk: RiskScreening,
    private readonly limits: CountedLimits,
  ) {}

  /**
   * Decides in the order of contract §3 and throws the first stage's GatewayError; nothing is registered yet.
   * `exhausted`: MIDs in which the database has just found no room.
   */
  plan(
    projectCode: string,
    request: TransactionRequest,
    exhausted: readonly ExhaustedMid[] = [],
  ): PlannedRequest {
    const configuration = this.configuration.current();
    const project = this.configuration.project(projectCode);
    const { reference, row, money } = request;

    const disabled = refuseDisabledProject(configuration, projectCode, row.type);
    if (disabled) throw errorOf(disabled, reference);
    checkProjectTerms(project, request);
    const blocked = this.risk.refuse({ merchant: project.merchant, project: projectCode }, request);
    if (blocked) throw errorOf(blocked, reference);
    const routed = { ...routedRequestOf(request), exhausted };
    const routing = routeInTime(
      row.type,
      () => routeRequest(configuration, projectCode, routed),
      () => performance.now(),
    );
    if (routing.kind === 'refused') throw errorOf(routing, reference);
    const billed = bill(configuration, projectCode, money);
    if (billed.kind === 'refused') throw errorOf(billed, reference);
    const openMids = this.openMidsFor(routing.candidates);
    const decided = { ...routing, candidates: moveOpenBehind(routing.candidates, openMids) };
    const described = describeRouting(configuration, projectCode, routed, decided, openMids);
    const mids = decided.candidates.map(({ mid }) => mid);
    const limits = this.limits.of(projectCode, request, mids);
    return {
      plan: planTransaction(configuration, project, row.type, row, decided.candidates, limits),
      decision: {
        configurationVersion: this.configuration.version(),
        candidates: described.map(describeCandidate),
      },
      billing: billed.billing,
    };
  }

  /** The open circuits as they are for this transaction: one that it probes is not open for it. */
  private openMidsFor(candidates: Candidates): OpenMids {
    const openMids = this.circuits.openMids();
    const probed = probedMid(candidates, openMids, (mid) => this.circuits.takeProbe(mid));
    return probed === undefined ? openMids : new Set([...openMids].filter((mid) => mid !== probed));
  }
}

/** The parts of a request that routing reads. */
export function routedRequestOf(request: TransactionRequest): RoutedRequest {
  const { method, money, row, reference, customer, card } = request;
  return {
    type: row.type,
    method,
    ...money,
    country: customer['country'] ?? null,
    cardNumber: card?.pan ?? null,
    reference,
    offersBanks: choosesBank(request),
    missingOf: (paths) => missingFields(request, paths),
  };
}

function errorOf({ error, description }: Refusal, reference: string): GatewayError {
  return new GatewayError(error, { reference, ...(description === undefined ? {} : { description }) });
}
