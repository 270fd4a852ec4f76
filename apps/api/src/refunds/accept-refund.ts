import type { ErrorKey } from '#domain/errors/error-catalogue';
import { GatewayError, type FieldProblem, type GatewayErrorDetails } from '#domain/errors/gateway-error';
import { amountProblem } from '#domain/methods/amount-forms';
import { metaProblems } from '#domain/methods/check-fields';
import { refundReasons } from '#domain/refunds/refund-reason';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { JsonNumber, readPath, type JsonObject } from '#domain/values/json';
import {
  currencyProblems,
  malformedFields,
  missingFields,
  pruneBody,
  type ParsedBody,
} from '../http/check-body.js';
import { isReference } from '../http/constraints.js';
import { mistypedFields } from '../http/mistyped-fields.js';
import { readMeta, writeMeta } from '../transactions/create/read-meta.js';
import { CreateRefundBody } from './create-refund.dto.js';

/**
 * Validates the body of `POST /v2/refund` by itself, without the payment or any configuration, so that the same body always
 * gets the same answer (contract §15.2). Throws a GatewayError of the first stage that fails, with every field that fails in
 * any: 31, then 31 `Invalid currency`, then 30. Fields that a refund does not have, such as `card`, are dropped unread.
 */
export function acceptRefund(parsed: ParsedBody): RefundRequest {
  const body = pruneBody(parsed);
  const refuse = refusalsOf(body);

  const missing = missingFields(CreateRefundBody, body);
  const unknownCurrency = currencyProblems(body);
  const malformed = [
    ...malformedFields(CreateRefundBody, body),
    ...amountProblems(parsed, body),
    ...metaProblems(body),
  ];
  const present = [...unknownCurrency, ...malformed];
  if (missing.length > 0) {
    const mistyped = mistypedFields(
      body,
      missing.map(({ path }) => path),
    );
    throw refuse('requiredFieldsMissing', { fields: [...missing, ...mistyped, ...present] });
  }
  if (unknownCurrency.length > 0) throw refuse('invalidCurrency', { fields: present });
  if (malformed.length > 0) throw refuse('invalidParams', { fields: malformed });
  return refundRequestOf(body);
}

/** Every refusal repeats the reference if it is valid. */
function refusalsOf({
  reference,
}: JsonObject): (key: ErrorKey, details?: GatewayErrorDetails) => GatewayError {
  if (typeof reference !== 'string' || !isReference(reference))
    return (key, details) => new GatewayError(key, details);
  return (key, details) => new GatewayError(key, { ...details, reference });
}

/**
 * `null`, `""` and blank are no missing amount here: a slip in the merchant's service must not refund everything. Any form
 * that some method takes will do, whatever the payment's.
 */
function amountProblems(parsed: ParsedBody, { amount, currency }: JsonObject): readonly FieldProblem[] {
  const problem =
    amount === undefined && Object.hasOwn(parsed, 'amount') && parsed['amount'] !== undefined
      ? 'must not be blank or null; leave it out to refund all that is left'
      : amountProblem(undefined, amount, currency);
  return problem === undefined ? [] : [{ path: 'amount', problem }];
}

/** Translates the accepted body into our own terms. Every field has passed its checks; absent fields stay absent. */
function refundRequestOf(body: JsonObject): RefundRequest {
  const meta = readMeta(body);
  const amount = amountOf(body);
  const currency = textAt(body, 'currency');
  const reason = refundReasons.find((word) => word === body['reason']);
  const description = textAt(body, 'description');
  const callbackUrl = textAt(body, 'callback_url');
  return {
    reference: requiredText(body, 'reference'),
    paymentReference: requiredText(body, 'payment_reference'),
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(reason !== undefined && { reason }),
    ...(description !== undefined && { description }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    meta,
    metaText: writeMeta(meta),
  };
}

function amountOf(body: JsonObject): string | undefined {
  const { amount } = body;
  return amount instanceof JsonNumber ? amount.text : textAt(body, 'amount');
}

function requiredText(body: JsonObject, path: string): string {
  const value = textAt(body, path);
  if (value === undefined) throw new TypeError(`An accepted body has ${path}`);
  return value;
}

function textAt(body: JsonObject, path: string): string | undefined {
  const value = readPath(body, path);
  return typeof value === 'string' ? value : undefined;
}
