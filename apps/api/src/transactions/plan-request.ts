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
import { checkLimits } from '#domain/routing/check-limits';
import { chooseRoute } from '#domain/routing/choose-route';
import { checkConditionalFields } from '#domain/routing/conditional-fields';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/refuse-disabled-project';
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
  const { method, money, row } = request;
  const { reference } = request;

  const now = new Date();
  const disabled = refuseDisabledProject(configuration, projectCode, row.type);
  if (disabled) throw refusal(disabled, reference);
  const urls = missingUrls(request, project.defaults);
  if (urls.length > 0) throw requires(urls, reference);
  const malformed = [
    ...checkAfterDuplicates(request, { now, strictDocuments: project.strictDocuments }),
    ...callbackTargetProblems(request, project),
  ];
  if (malformed.length > 0) throw new GatewayError('invalidParams', { fields: malformed, reference });
  const blocked = refuseBlocked(configuration, subjectOf(context, projectCode, project, request), now);
  if (blocked) throw refusal(blocked, reference);

  const choice = chooseRoute(configuration, projectCode, {
    type: row.type,
    method,
    currency: money.currency,
    offersBanks: choosesBank(request),
  });
  if (choice.kind === 'refused') throw refusal(choice, reference);
  const complete = checkConditionalFields(configuration, choice.candidates, method, (paths) =>
    missingFields(request, paths),
  );
  if (complete.kind === 'missing') throw requires(complete.paths, reference);
  const within = checkLimits(configuration, projectCode, complete.candidates, {
    method,
    amount: money.amount,
  });
  if (within.kind === 'refused') throw refusal(within, reference);
  const billed = bill(configuration, projectCode, money);
  if (billed.kind === 'refused') throw refusal(billed, reference);
  return {
    plan: planTransaction(configuration, project, row.type, row, within.candidates),
    billing: billed.billing,
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
