import { isExpired } from '#domain/card';
import type { FieldProblem } from '#domain/errors/gateway-error';
import { documentProblem } from '#domain/methods/documents';
import { urlFields } from '#domain/methods/method';
import type { UrlField } from '#domain/methods/method';
import type { TransactionRequest } from '#domain/transaction/request';

export type LaterChecks = { readonly now: Date; readonly strictDocuments: boolean };

/**
 * What clock and project settings have against an accepted request. Asked after the duplicate table only, so that a
 * retry after 504 is never refused because a month has ended (contract §3). Error 30, with the callback target's.
 */
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
