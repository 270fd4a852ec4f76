import { isAllowedTarget } from '#gateway/callbacks/target-policy';
import type { Project } from '#domain/configuration';
import { GatewayError, type FieldProblem } from '#domain/errors/gateway-error';
import { missingFields, type PaymentRequest } from '#domain/payments/payment-request';
import { planTransaction, type Plan } from '#domain/plan';
import { checkLimits } from '#domain/routing/check-limits';
import { chooseRoute } from '#domain/routing/choose-route';
import { checkConditionalFields } from '#domain/routing/conditional-fields';
import type { Refusal } from '#domain/routing/refusal';
import { refuseDisabledProject } from '#domain/routing/refuse-disabled-project';
import type { ApiContext } from '../api-context.js';
import { checkAfterDuplicates, missingUrls } from './check-after-duplicates.js';

/**
 * Everything that depends on the configuration, in the order of contract §3: what it decides becomes the plan that the
 * payment keeps. Throws the first stage's GatewayError; nothing is registered yet.
 */
export function planPayment(context: ApiContext, projectCode: string, request: PaymentRequest): Plan {
  const configuration = context.configuration();
  const project = configuration.projects[projectCode];
  if (!project) throw new GatewayError('merchantNotFound');
  const { method, money, row } = request;
  const { reference } = request;

  const disabled = refuseDisabledProject(configuration, projectCode, 'payment');
  if (disabled) throw refusal(disabled, reference);
  const urls = missingUrls(request, project.defaults);
  if (urls.length > 0) throw requires(urls, reference);
  const malformed = [
    ...checkAfterDuplicates(request, { now: new Date(), strictDocuments: project.strictDocuments }),
    ...callbackTargetProblems(request, project),
  ];
  if (malformed.length > 0) throw new GatewayError('invalidParams', { fields: malformed, reference });

  const choice = chooseRoute(configuration, projectCode, {
    type: 'payment',
    method,
    currency: money.currency,
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
  return planTransaction(configuration, project, 'payment', row, within.candidates);
}

/** The project's own default is checked when the configuration is applied; a request's URL is checked here. */
function callbackTargetProblems(
  { callbackUrl }: PaymentRequest,
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
