import { isAllowedTarget } from '#gateway/callbacks/target-policy';
import { bill } from '#domain/billing';
import type { Project } from '#domain/configuration';
import { GatewayError, type FieldProblem } from '#domain/errors/gateway-error';
import {
  choosesBank,
  missingFields,
  type TransactionRequest,
} from '#domain/transactions/transaction-request';
import { planTransaction, type Plan } from '#domain/plan';
import { refuseBlocked, type BlockSubject } from '#domain/risk/refuse-blocked';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/refuse-disabled-project';
import { routeInTime } from '#domain/routing/route-in-time';
import { routeRequest, type RoutedRequest } from '#domain/routing/route-request';
import type { Money } from '#domain/transaction';
import type { ApiContext } from '../api-context.js';
import { checkAfterDuplicates, missingUrls } from './check-after-duplicates.js';

/** What a transaction is registered with beside what was asked. */
export type PlannedRequest = { readonly plan: Plan; readonly billing: Money };

/**
 * Everything that depends on the configuration, in the order of contract §3: what it decides becomes the plan and the
 * bill that the transaction keeps. Throws the first stage's GatewayError; nothing is registered yet.
 */
export function planRequest(
  context: ApiContext,
  projectCode: string,
  request: TransactionRequest,
): PlannedRequest {
  const configuration = context.configuration();
  const project = configuration.projects[projectCode];
  if (!project) throw new GatewayError('merchantNotFound');
  const { reference, row, money } = request;

  const disabled = refuseDisabledProject(configuration, projectCode, row.type);
  if (disabled) throw refusal(disabled, reference);
  checkProjectTerms(project, request);
  checkBlocklist(context, projectCode, project, request);
  const routing = routeInTime(
    row.type,
    () => routeRequest(configuration, projectCode, routedRequestOf(request)),
    () => performance.now(),
  );
  if (routing.kind === 'refused') throw refusal(routing, reference);
  const billed = bill(configuration, projectCode, money);
  if (billed.kind === 'refused') throw refusal(billed, reference);
  return {
    plan: planTransaction(configuration, project, row.type, row, routing.candidates),
    billing: billed.billing,
  };
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
  const subject = subjectOf(context, projectCode, project, request);
  const blocked = refuseBlocked(context.configuration(), subject, new Date());
  if (blocked) throw refusal(blocked, request.reference);
}

/** As much of a request as its way depends on. */
export function routedRequestOf(request: TransactionRequest): RoutedRequest {
  const { method, money, row } = request;
  return {
    type: row.type,
    method,
    ...money,
    offersBanks: choosesBank(request),
    missingOf: (paths) => missingFields(request, paths),
  };
}

function subjectOf(
  { keyedHashes }: ApiContext,
  projectCode: string,
  { merchant }: Project,
  { customer, card }: TransactionRequest,
): BlockSubject {
  return {
    merchant,
    project: projectCode,
    customer: customer['identifier'],
    card: card && keyedHashes.card(card.pan).toString('hex'),
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
