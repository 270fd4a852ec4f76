import { isExpired } from '#domain/values/card';
import type { Project } from '#domain/configuration/configuration';
import { GatewayError, type FieldProblem } from '#domain/errors/gateway-error';
import { documentProblem } from '#domain/methods/documents';
import { urlFields, type UrlField } from '#domain/methods/method';
import type { TransactionRequest } from '#domain/transaction/request';
import { isAllowedTarget } from '#gateway/callbacks/target-policy';

/**
 * Checks a request against the clock and the project's settings, whatever its route. Throws 31, then 30. Runs after the
 * duplicate table, so that a retry after a 504 is never refused because a month has ended (contract §3).
 */
export function checkProjectTerms(project: Project, request: TransactionRequest): void {
  const { reference } = request;
  const urls = missingUrls(request, project.defaults);
  if (urls.length > 0) {
    const fields = urls.map((path) => ({ path, problem: 'is required' }));
    throw new GatewayError('requiredFieldsMissing', { fields, reference });
  }
  const malformed = [
    ...checkAfterDuplicates(request, { now: new Date(), strictDocuments: project.strictDocuments }),
    ...callbackTargetProblems(request, project),
  ];
  if (malformed.length > 0) throw new GatewayError('invalidParams', { fields: malformed, reference });
}

/** Checks the request's URL; the project's default was checked when the configuration was applied. */
function callbackTargetProblems(
  { callbackUrl }: TransactionRequest,
  { callbackTargets }: Project,
): FieldProblem[] {
  if (callbackUrl === undefined || isAllowedTarget(callbackUrl, callbackTargets)) return [];
  return [{ path: 'callback_url', problem: 'must be one of the callback targets allowed for the project' }];
}

export type LaterChecks = { readonly now: Date; readonly strictDocuments: boolean };

/** Expired card, birthday in the future, wrong check digit of a document: error 30. */
export function checkAfterDuplicates(request: TransactionRequest, checks: LaterChecks): FieldProblem[] {
  return [
    ...expiryProblems(request, checks.now),
    ...birthdayProblems(request, checks.now),
    ...(checks.strictDocuments ? documentProblems(request) : []),
  ];
}

function expiryProblems({ card }: TransactionRequest, now: Date): FieldProblem[] {
  if (card === undefined || !isExpired(card, now)) return [];
  return [{ path: 'card.exp_year', problem: 'the card has expired' }];
}

/** Today (UTC) is not in the future. Dates in this format compare as text. */
function birthdayProblems({ customer }: TransactionRequest, now: Date): FieldProblem[] {
  const birthday = customer['birthday'];
  if (birthday === undefined || birthday <= now.toISOString().slice(0, 10)) return [];
  return [{ path: 'customer.birthday', problem: 'must not be in the future' }];
}

function documentProblems(request: TransactionRequest): FieldProblem[] {
  const itn = request.customer['itn'];
  const problem =
    itn === undefined
      ? undefined
      : documentProblem(request.method.documents, itn, request.meta['documentType']);
  return [...(problem === undefined ? [] : [{ path: 'customer.itn', problem }]), ...keyProblems(request)];
}

/** The key of a payout that is a document: it is what gets the money. */
function keyProblems({ method, requisites = {} }: TransactionRequest): FieldProblem[] {
  const { documentKey } = method;
  if (documentKey === undefined) return [];
  const [key, type] = [requisites[documentKey.path], requisites[documentKey.when]];
  const kind = type === undefined ? undefined : documentKey.kinds[type];
  if (key === undefined || kind === undefined) return [];
  const problem = documentProblem([kind], key, kind);
  return problem === undefined ? [] : [{ path: `${method.requisites}.${documentKey.path}`, problem }];
}

/** URLs that the method requires and neither the request nor the project's defaults give: error 31. */
export function missingUrls(
  request: TransactionRequest,
  projectDefaults: Readonly<Partial<Record<UrlField, string>>>,
): UrlField[] {
  const sent: Readonly<Record<UrlField, string | undefined>> = {
    redirect_url: request.redirectUrl,
    cancel_url: request.cancelUrl,
    error_url: request.errorUrl,
    callback_url: request.callbackUrl,
  };
  return urlFields.filter(
    (field) =>
      request.method.urls[field] === 'unlessDefault' &&
      sent[field] === undefined &&
      projectDefaults[field] === undefined,
  );
}
