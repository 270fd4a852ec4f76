import { isExpired } from '#domain/card';
import type { Project } from '#domain/configuration';
import { GatewayError, type FieldProblem } from '#domain/errors/gateway-error';
import { documentProblem } from '#domain/methods/documents';
import { urlFields, type UrlField } from '#domain/methods/method';
import type { TransactionRequest } from '#domain/transaction/request';
import { isAllowedTarget } from '#gateway/callbacks/target-policy';

/**
 * What clock and project settings have against the request itself, whichever way it goes. Throws 31, then 30. Asked after
 * the duplicate table, so that a retry after 504 is never refused because a month has ended (contract §3).
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

/** The project's own default is checked when the configuration is applied; a request's URL is checked here. */
function callbackTargetProblems(
  { callbackUrl }: TransactionRequest,
  { callbackTargets }: Project,
): FieldProblem[] {
  if (callbackUrl === undefined || isAllowedTarget(callbackUrl, callbackTargets)) return [];
  return [{ path: 'callback_url', problem: 'is not an allowed target of callbacks' }];
}

export type LaterChecks = { readonly now: Date; readonly strictDocuments: boolean };

/** Expired card, birthday in the future, document by its check digit. Error 30, with the callback target's. */
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

/** Today, UTC, is no future day. Dates of this form compare as text. */
function birthdayProblems({ customer }: TransactionRequest, now: Date): FieldProblem[] {
  const birthday = customer['birthday'];
  if (birthday === undefined || birthday <= now.toISOString().slice(0, 10)) return [];
  return [{ path: 'customer.birthday', problem: 'is in the future' }];
}

function documentProblems(request: TransactionRequest): FieldProblem[] {
  const itn = request.customer['itn'];
  if (itn === undefined) return [];
  const problem = documentProblem(request.row.documents, itn, request.meta['documentType']);
  return problem === undefined ? [] : [{ path: 'customer.itn', problem }];
}

/** URLs that the method needs, the request does not name and the project has no default for. Error 31. */
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
      request.row.urls[field] === 'unlessDefault' &&
      sent[field] === undefined &&
      projectDefaults[field] === undefined,
  );
}
