import { advice, adviceFor } from '#domain/errors/advice';
import { errorCatalogue, errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import type { ErrorCondition } from '#domain/errors/error-condition';

/** `docs/errors.md`: every condition of the error table and what a merchant does about it, by code. */
export function errorGuide(): string {
  return [
    '# Errors',
    '',
    ...introduction,
    '',
    '| `error_code` | `error_reason` | HTTP | of | condition | what to do |',
    '| --- | --- | --- | --- | --- | --- |',
    ...keys.toSorted((one, other) => errorOf(one).code - errorOf(other).code).map(line),
    '',
  ].join('\n');
}

const introduction = [
  'Written by `npm run generate` from the error catalogue (`libs/domain/errors`). How the body looks, and in which order',
  'requests are checked, is in [contract.md](contract.md) §3; which development key provokes what, in §12.',
  '',
  '_final_ has no HTTP status of its own: a registered transaction has ended so. While the caller waits the answer is 200',
  'with this code; afterwards the callback and the record tell it. "The reference is free" means as it was before the request.',
];

const keys = Object.keys(errorCatalogue).filter((key): key is ErrorKey => key in errorCatalogue);

function line(key: ErrorKey): string {
  const row = errorOf(key);
  const { code, reason, only, description } = row;
  const of = only === undefined ? 'all' : only === 'routed' ? 'payments, payouts' : `${only}s`;
  const condition = conditions[key] ?? description;
  return `| ${code} | ${reason} | ${whereOf(row)} | ${of} | ${condition} | ${advice[adviceFor[key]]} |`;
}

/** A refusal that can end a registered transaction as well has both. */
function whereOf({ httpStatus, status }: ErrorCondition): string {
  const places = [
    ...(httpStatus === 'final' ? [] : [String(httpStatus)]),
    ...(status === undefined ? [] : [`_final_ \`${status}\``]),
  ];
  return places.join(' or ');
}

/** Where the row has no words of its own, because an answer has better ones. */
const conditions: Readonly<Partial<Record<ErrorKey, string>>> = {
  forbidden: 'Key unknown, signature wrong, a signed header missing, or `Date` too far off',
  requiredFieldsMissing: '`description` names the fields',
  invalidParams: '`description` names the fields and what is wrong with them',
  fundsInsufficient: 'The balance is below the amount',
  refundFundsInsufficient: 'The balance is below the amount (projects that refund from their balance)',
  payoutTimeout: 'No answer within 30 s',
  paymentTimeout: 'No answer within 30 s',
  refundTimeout: 'No answer within 30 s',
  refundCancelled: 'Cancelled by you before it was sent, or not approved in time',
  payoutCancelled: 'Cancelled by you before it was sent, or at the provider; or its bank was never chosen',
};
