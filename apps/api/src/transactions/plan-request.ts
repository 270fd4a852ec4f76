import { isAllowedTarget } from '#gateway/callbacks/target-policy';
import { bill } from '#domain/billing';
import type { Project } from '#domain/configuration';
import { GatewayError, type FieldProblem } from '#domain/errors/gateway-error';
import { choosesBank, missingFields, type TransactionRequest } from '#domain/transaction/request';
import { planTransaction, type Plan } from '#domain/transaction/plan';
import {
  routeInTime,
  routeRequest,
  type ExhaustedMid,
  type RoutedRequest,
} from '#domain/routing/route-request';
import { plannedLimits, type PlannedLimit } from '#domain/limits/counted-limits';
import { refuseBlocked } from '#domain/risk/refuse-blocked';
import { refuseDisabledProject, type Candidates } from '#domain/routing/choose-route';
import { describeRouting } from '#domain/routing/explain-routes';
import { moveOpenBehind, probedMid, type OpenMids } from '#domain/routing/circuits';
import type { Refusal } from '#domain/routing/refusal';
import type { Money } from '#domain/money';
import type { RoutingDecision } from '#persistence/transactions/register-transaction';
import type { ApiContext } from '../api-context.js';
import { describeCandidate } from '../routing/describe-candidate.js';
import { checkAfterDuplicates, missingUrls } from './check-after-duplicates.js';
import { riskSubjectOf } from './risk-subject-of.js';

/** What a transaction is registered with beside what was asked. */
export type PlannedRequest = {
  readonly plan: Plan;
  readonly decision: RoutingDecision;
  readonly billing: Money;
};

/**
 * Everything that depends on the configuration, in the order of contract §3: what it decides becomes the plan and the
 * bill that the transaction keeps. Throws the first stage's GatewayError; nothing is registered yet. `exhausted`: MIDs in
 * which the database has just found no room.
 */
export function planRequest(
  context: ApiContext,
  projectCode: string,
  request: TransactionRequest,
  exhausted: readonly ExhaustedMid[] = [],
): PlannedRequest {
  const configuration = context.configuration();
  const project = configuration.projects[projectCode];
  if (!project) throw new GatewayError('merchantNotFound');
  const { reference, row, money } = request;

  const disabled = refuseDisabledProject(configuration, projectCode, row.type);
  if (disabled) throw refusal(disabled, reference);
  checkProjectTerms(project, request);
  checkBlocklist(context, projectCode, project, request);
  const routed = { ...routedRequestOf(request), exhausted };
  const routing = routeInTime(
    row.type,
    () => routeRequest(configuration, projectCode, routed),
    () => performance.now(),
  );
  if (routing.kind === 'refused') throw refusal(routing, reference);
  const billed = bill(configuration, projectCode, money);
  if (billed.kind === 'refused') throw refusal(billed, reference);
  const openMids = openMidsFor(context, routing.candidates);
  const decided = { ...routing, candidates: moveOpenBehind(routing.candidates, openMids) };
  const described = describeRouting(configuration, projectCode, routed, decided, openMids);
  const mids = decided.candidates.map(({ mid }) => mid);
  const limits = limitsOf(context, projectCode, request, mids);
  return {
    plan: planTransaction(configuration, project, row.type, row, decided.candidates, limits),
    decision: {
      configurationVersion: context.configurationVersion(),
      candidates: described.map(describeCandidate),
    },
    billing: billed.billing,
  };
}

/** The open circuits as they are for this transaction: one that it probes is not open for it. */
function openMidsFor({ circuits }: ApiContext, candidates: Candidates): OpenMids {
  const openMids = circuits.openMids();
  const probed = probedMid(candidates, openMids, (mid) => circuits.takeProbe(mid));
  return probed === undefined ? openMids : new Set([...openMids].filter((mid) => mid !== probed));
}

/** The counted limits that a request meets on its way to one of the MIDs; what names its customer is a keyed hash. */
export function limitsOf(
  { configuration, keyedHashes }: ApiContext,
  projectCode: string,
  { row, money, customer }: TransactionRequest,
  mids: readonly string[],
): readonly PlannedLimit[] {
  const merchant = configuration().projects[projectCode]?.merchant ?? '';
  const identifier = customer['identifier'];
  return plannedLimits(configuration(), projectCode, {
    type: row.type,
    currency: money.currency,
    customer:
      identifier === undefined ? undefined : keyedHashes.customer(merchant, identifier).toString('hex'),
    mids,
  });
}

/** What clock and project have against the request itself, whichever way it goes. Throws 31, then 30. */
export function checkProjectTerms(project: Project, request: TransactionRequest): void {
  const { reference } = request;
  const urls = missingUrls(request, project.defaults);
  if (urls.length > 0) throw requires(urls, reference);
  const malformed = [
    ...checkAfterDuplicates(request, { now: new Date(), strictDocuments: project.strictDocuments }),
    ...callbackTargetProblems(request, project),
  ];
  if (malformed.length > 0) throw new GatewayError('invalidParams', { fields: malformed, reference });
}

/** Contract §12: a customer or a card that is on the blocklist. Throws 451. */
export function checkBlocklist(
  context: ApiContext,
  projectCode: string,
  project: Project,
  request: TransactionRequest,
): void {
  const subject = riskSubjectOf(
    context.riskHashes,
    { merchant: project.merchant, project: projectCode },
    request,
  );
  const blocked = refuseBlocked(context.findBlocks, subject, new Date());
  if (blocked) throw refusal(blocked, request.reference);
}

/** As much of a request as its way depends on. */
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

/** The project's own default is checked when the configuration is applied; a request's URL is checked here. */
function callbackTargetProblems(
  { callbackUrl }: TransactionRequest,
  { callbackTargets }: Project,
): FieldProblem[] {
  if (callbackUrl === undefined || isAllowedTarget(callbackUrl, callbackTargets)) return [];
  return [{ path: 'callback_url', problem: 'is not an allowed target of callbacks' }];
}

function refusal({ error, description }: Refusal, reference: string): GatewayError {
  return new GatewayError(error, { reference, ...(description === undefined ? {} : { description }) });
}

function requires(paths: readonly string[], reference: string): GatewayError {
  const fields = paths.map((path) => ({ path, problem: 'is required' }));
  return new GatewayError('requiredFieldsMissing', { fields, reference });
}
