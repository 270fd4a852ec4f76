import { Injectable } from '@nestjs/common';
import { bill } from '#domain/routing/billing';
import { errorOf } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import { plannedLimits, type PlannedLimit } from '#domain/limits/counted-limits';
import type { Money } from '#domain/values/money';
import {
  type ExhaustedMid,
  routeInTime,
  routeRequest,
  type RoutedRequest,
} from '#domain/routing/route-request';
import { type Candidates, planTransaction, type Plan } from '#domain/transaction/plan';
import { refuseDisabledProject } from '#domain/routing/choose-route';
import { describeRouting, type DescribedRoute } from '#domain/routing/explain-routes';
import { moveOpenBehind, type OpenMids, probedMid } from '#domain/routing/circuits';
import { plainText } from '#domain/risk/risk-value';
import type { Refusal } from '#domain/routing/refusal';
import { choosesBank, entersCard, missingFields, type TransactionRequest } from '#domain/transaction/request';
import type { routeCandidate } from '#domain/wire/routing';
import type { ValueOf } from '#domain/wire/schema';
import { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { RoutingDecision } from '#persistence/transactions/register-transaction';
import { CurrentConfiguration } from '../../resources/resources.module.js';
import { checkProjectTerms } from './project-terms.js';
import { RiskScreening } from './screen-risk.js';

/** The counted limits of a request (contract §3, 1132). */
@Injectable()
export class CountedLimits {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** The limits of project, customer and the given MIDs. Customers are counted by keyed hashes of their normalised identifier. */
  of(
    projectCode: string,
    { method, money, customer: { identifier } }: TransactionRequest,
    mids: readonly string[],
  ): readonly PlannedLimit[] {
    const configuration = this.configuration.current();
    const merchant = configuration.projects[projectCode]?.merchant ?? '';
    return plannedLimits(configuration, projectCode, {
      type: method.type,
      currency: money.currency,
      customerHashes:
        identifier === undefined
          ? []
          : this.keyedHashes
              .customer(merchant, plainText(identifier))
              .map((fingerprint) => fingerprint.toString('hex')),
      mids,
    });
  }
}

/** What is decided about a request before it is registered. */
export type PlannedRequest = {
  readonly plan: Plan;
  readonly decision: RoutingDecision;
  readonly billing: Money;
};

/** Decides everything that depends on the configuration: the plan and the billed amount, which the transaction keeps. */
@Injectable()
export class PlanRequest {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly circuits: WatchedCircuits,
    private readonly risk: RiskScreening,
    private readonly limits: CountedLimits,
  ) {}

  /**
   * Checks in the order of contract §3 and throws the GatewayError of the first stage that refuses. `exhausted`: MIDs whose
   * counted limits the database has just found to be reached.
   */
  plan(projectCode: string, request: TransactionRequest, exhausted: readonly ExhaustedMid[]): PlannedRequest {
    const configuration = this.configuration.current();
    const project = this.configuration.project(projectCode);
    const { reference, method, money } = request;

    const disabled = refuseDisabledProject(configuration, projectCode, method.type);
    if (disabled) throw refusalError(disabled, reference);
    checkProjectTerms(project, request);
    const blocked = this.risk.refuse({ merchant: project.merchant, project: projectCode }, request);
    if (blocked) throw refusalError(blocked, reference);
    const routed = { ...routedRequestOf(request), exhausted };
    const routing = routeInTime(
      method.type,
      () => routeRequest(configuration, projectCode, routed),
      () => performance.now(),
    );
    if (routing.kind === 'refused') throw refusalError(routing, reference);
    const billed = bill(configuration, projectCode, money);
    if (billed.kind === 'refused') throw refusalError(billed, reference);
    const openMids = this.openMidsFor(routing.candidates);
    const decided = { ...routing, candidates: moveOpenBehind(routing.candidates, openMids) };
    const described = describeRouting(configuration, projectCode, routed, decided, openMids);
    const mids = decided.candidates.map(({ mid }) => mid);
    const limits = this.limits.of(projectCode, request, mids);
    const plan = planTransaction(configuration, project, method.type, method, decided.candidates, limits);
    const retries = entersCard(request) ? project.pageRetries : undefined;
    return {
      plan: { ...plan, ...(retries !== undefined && { retries }) },
      decision: {
        configurationVersion: this.configuration.version(),
        candidates: described.map(describeCandidate),
      },
      billing: billed.billing,
    };
  }

  /** The open circuits as this transaction sees them: the one that it probes counts as closed. */
  private openMidsFor(candidates: Candidates): OpenMids {
    const openMids = this.circuits.openMids();
    const probed = probedMid(candidates, openMids, (mid) => this.circuits.takeProbe(mid));
    return probed === undefined ? openMids : new Set([...openMids].filter((mid) => mid !== probed));
  }
}

/** The parts of a request that routing reads. */
export function routedRequestOf(request: TransactionRequest): RoutedRequest {
  const { method, money, reference, customer, card, writtenMeta } = request;
  return {
    type: method.type,
    method: method.code,
    ...money,
    country: customer['country'] ?? null,
    cardNumber: card?.pan ?? null,
    meta: writtenMeta,
    reference,
    offersBanks: choosesBank(request),
    missingOf: (paths) => missingFields(request, paths),
  };
}

function refusalError({ error, description }: Refusal, reference: string): GatewayError {
  return new GatewayError(error, { reference, ...(description === undefined ? {} : { description }) });
}

/** A route in wire names: answered by `POST /v2/routing/explain` and stored with a transaction. */
export function describeCandidate(described: DescribedRoute): ValueOf<typeof routeCandidate> {
  const { route, provider, mid } = described;
  const fields = { route, provider, mid };
  switch (described.kind) {
    case 'taken': {
      const { position, reason } = described;
      return { ...fields, taken: true, position, reason, error_code: undefined, description: undefined };
    }
    case 'rejected': {
      const { error_code, error_reason: reason, description } = describeRefusal(described);
      return { ...fields, taken: false, position: undefined, reason, error_code, description };
    }
  }
}

/** A refusal in wire names. */
export function describeRefusal({ error, description }: Omit<Refusal, 'kind'>) {
  const condition = errorOf(error);
  return {
    error_code: condition.code,
    error_reason: condition.reason,
    description: description ?? condition.description,
  };
}
