import { errorCatalogue, errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import type { ErrorCondition } from '#domain/errors/error-condition';
import { GatewayError, type GatewayErrorDetails } from '#domain/errors/gateway-error';
import type { TransactionType } from '#domain/transaction/status';
import { errorBody } from '#domain/wire/error';
import { renderError, type ErrorBody } from '../http/render-error.js';
import { exampleInstant, exampleRequestId, jsonContent } from './endpoint.js';

/** The refusals of any signed call; `unavailable` if it needs Postgres or Temporal. */
export const signedErrors: readonly ErrorKey[] = [
  'forbidden',
  'merchantNotFound',
  'bodyTooLarge',
  'tooManyRequests',
  'unexpected',
  'unavailable',
];

const keys = Object.keys(errorCatalogue).filter((key): key is ErrorKey => key in errorCatalogue);

/** The refusals of a create call of this type: every row of the error table that fits it. */
export function creationErrors(type: TransactionType): ErrorKey[] {
  const elsewhere: readonly ErrorKey[] = [
    'methodNotAllowed',
    'challengeNotAsked',
    // A refund names its payment; payments and payouts name nothing that must be there.
    ...(type === 'refund' ? [] : (['resourceNotFound'] as const)),
  ];
  return keys.filter((key) => {
    const { only, httpStatus } = errorOf(key);
    if (httpStatus === 'final' || elsewhere.includes(key)) return false;
    return only === undefined || only === type || (only === 'routed' && type !== 'refund');
  });
}

/** One answer per HTTP status, with the rows of the error table that lead to it and an example of each. */
export function errorResponses(conditions: readonly ErrorKey[]) {
  const statuses = [...new Set(conditions.map((key) => errorOf(key).httpStatus))];
  return Object.fromEntries(
    statuses.map((status) => {
      const meant = conditions.filter((key) => errorOf(key).httpStatus === status);
      const examples = Object.fromEntries(meant.map((key) => [key, exampleBody(key)]));
      return [
        String(status),
        {
          description: table(meant.map(errorOf)),
          ...headersOf(status),
          content: jsonContent(errorBody, examples),
        },
      ];
    }),
  );
}

/** `| code | reason | condition |`, one line for each row of the error table. */
export function table(rows: readonly ErrorCondition[]): string {
  const lines = rows.map(({ code, reason, description }) => `| ${code} | ${reason} | ${description} |`);
  return ['| error_code | error_reason | description |', '| --- | --- | --- |', ...new Set(lines)].join('\n');
}

function exampleBody(key: ErrorKey): ErrorBody {
  const { body } = renderError(new GatewayError(key, details[key]), exampleRequestId);
  return { ...body, timestamp: exampleInstant };
}

/** For the conditions whose description depends on the request. */
const details: Readonly<Partial<Record<ErrorKey, GatewayErrorDetails>>> = {
  forbidden: { description: 'Unknown key or wrong signature' },
  requiredFieldsMissing: { fields: [{ path: 'customer.itn', problem: 'is required' }] },
  invalidParams: { fields: [{ path: 'customer.email', problem: 'must be an e-mail address' }] },
  currencyNotTaken: { fields: [{ path: 'currency', problem: 'ideal accepts only EUR' }] },
  limitExceeded: { description: 'amount: must be within the limits of the project' },
};

function headersOf(status: ErrorCondition['httpStatus']) {
  if (status !== 503 && status !== 429) return {};
  const description = 'Seconds to wait before asking again';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 0 } } } };
}
