import { isCurrency } from '#domain/currencies';
import { GatewayError } from '#domain/errors/gateway-error';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import type { FieldProblem, GatewayErrorDetails } from '#domain/errors/gateway-error';
import { isJsonObject, readPath } from '#domain/json';
import type { JsonObject } from '#domain/json';
import { catalogue } from '#domain/methods/catalogue';
import { checkFields } from '#domain/methods/check-fields';
import { findMethod, takesCurrency } from '#domain/methods/find-method';
import type { MethodSearch } from '#domain/methods/find-method';
import type { Method } from '#domain/methods/method';
import { urlFields } from '#domain/methods/method';
import type { TransactionRequest } from '#domain/transaction/request';
import type { Style, TransactionType } from '#domain/transaction/status';
import { CreateRequestBody, isReference, nestedBodies } from './create-request-body.js';
import { transactionRequestOf } from './transaction-request-of.js';
import { ownPanIn, ownPanProblems, type HoldsPan } from './find-own-pan.js';
import { pruneBody } from './prune-body.js';
import type { ParsedBody } from './prune-body.js';
import { shapeProblems } from './shape-problems.js';

/**
 * Reads the body of a create request by catalogue alone, without any configuration, so that the same body always gets
 * the same answer (contract §3). Throws a GatewayError of the first stage that finds something, with all fields that
 * this stage has against the body: 31, then 30, then 1054, then 1051.
 */
export function acceptPayment(parsed: ParsedBody, rows: readonly Method[] = catalogue): TransactionRequest {
  return accept(parsed, choosePaymentMethod, rows);
}

/** The same for `POST /v2/payout`. */
export function acceptPayout(parsed: ParsedBody, rows: readonly Method[] = catalogue): TransactionRequest {
  return accept(parsed, choosePayoutMethod, rows);
}

function accept(
  parsed: ParsedBody,
  chooseMethod: (body: JsonObject, rows: readonly Method[]) => MethodChoice,
  rows: readonly Method[],
): TransactionRequest {
  const sent = pruneBody(parsed);
  const choice = chooseMethod(sent, rows);
  const row = choice.search?.kind === 'found' ? choice.search.row : undefined;
  const body = row === undefined ? sent : withoutForeignFields(row, sent);
  const holdsPan = ownPanIn(body);
  const refuse = refusalsOf(body, holdsPan);

  const faults = checkFields(row, body);
  const missing = [...choice.missing, ...faults.missing];
  if (missing.length > 0) throw refuse('requiredFieldsMissing', { fields: missing.map(asRequired) });
  const currency = body['currency'];
  if (typeof currency === 'string' && !isCurrency(currency)) throw refuse('invalidCurrency');

  const shape = shapeProblems(CreateRequestBody, nestedBodies, row?.carriesCard ? body : withoutCard(body));
  const misplaced = row === undefined ? [] : ownPanProblems(row, body, holdsPan);
  const malformed = firstByPath([...misplaced, ...choice.malformed, ...shape, ...faults.malformed]).filter(
    ({ path }) => !holdsPan(path),
  );
  if (malformed.length > 0) throw refuse('invalidParams', { fields: malformed });

  if (choice.search?.kind === 'otherDirection') throw refuse('methodOfOtherDirection');
  if (row === undefined) throw refuse('methodUnknown');
  if (typeof currency !== 'string') throw new TypeError('An accepted currency is a string');
  if (!takesCurrency(row, currency)) throw refuse('currencyNotTaken', { fields: [currencyProblem(row)] });
  return transactionRequestOf(row, body);
}

/** Which method the body names, and what is wrong with the way it does so. */
type MethodChoice = {
  readonly search?: MethodSearch;
  readonly missing: readonly string[];
  readonly malformed: readonly FieldProblem[];
};

function choosePaymentMethod(body: JsonObject, rows: readonly Method[]): MethodChoice {
  const { method, widget } = body;
  if (method !== undefined && widget !== undefined) {
    const problem = 'cannot be sent together with widget';
    return { missing: [], malformed: [{ path: 'method', problem }] };
  }
  if (method !== undefined) return searchMethod({ type: 'payment', style: 'h2h', rows }, method);
  const widgetMethod = readPath(body, 'widget.method');
  if (widgetMethod !== undefined) return searchMethod({ type: 'payment', style: 'hpp', rows }, widgetMethod);
  if (widget !== undefined && !isJsonObject(widget)) return { missing: [], malformed: [] };
  return { missing: ['method or widget.method'], malformed: [] };
}

/** A payout has no hosted page, with whatever method. */
function choosePayoutMethod({ method, widget }: JsonObject, rows: readonly Method[]): MethodChoice {
  if (widget !== undefined) {
    return { missing: [], malformed: [{ path: 'widget', problem: 'is not taken by payouts' }] };
  }
  if (method === undefined) return { missing: ['method'], malformed: [] };
  return searchMethod({ type: 'payout', style: 'h2h', rows }, method);
}

type SearchScope = {
  readonly type: TransactionType;
  readonly style: Style;
  readonly rows: readonly Method[];
};

function searchMethod({ type, style, rows }: SearchScope, value: unknown): MethodChoice {
  if (typeof value !== 'string') return { missing: [], malformed: [] };
  const search = findMethod(type, style, value, rows);
  if (search.kind !== 'wrongStyle') return { search, missing: [], malformed: [] };
  return { search, missing: [], malformed: [wrongStyle[style]] };
}

const wrongStyle: Readonly<Record<Style, FieldProblem>> = {
  h2h: { path: 'method', problem: 'is a method of the hosted page, send widget.method' },
  hpp: { path: 'widget.method', problem: 'has no hosted page, send method' },
};

/** Fields that the method does not have are unknown fields: ignored, whatever is in them (contract §5). */
function withoutForeignFields(row: Method, body: JsonObject): JsonObject {
  const foreign: readonly string[] = [
    ...urlFields.filter((field) => row.urls[field] === undefined),
    ...(['lang', 'channel_code'] as const).filter((field) => !row.extras?.includes(field)),
  ];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !foreign.includes(name)));
}

/** Where a card has no place, that is all there is to say about it. */
function withoutCard({ card: _card, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Every refusal names the reference, if there is one that can be named; a card number cannot. */
function refusalsOf(
  body: JsonObject,
  holdsPan: HoldsPan,
): (key: ErrorKey, details?: GatewayErrorDetails) => GatewayError {
  const reference = body['reference'];
  if (typeof reference !== 'string' || !isReference(reference) || holdsPan(reference))
    return (key, details) => new GatewayError(key, details);
  return (key, details) => new GatewayError(key, { ...details, reference });
}

function asRequired(path: string): FieldProblem {
  return { path, problem: 'is required' };
}

function currencyProblem(row: Method): FieldProblem {
  const taken = row.currencies === 'any' ? 'any' : row.currencies.join(', ');
  return { path: 'currency', problem: `${row.code} takes ${taken}` };
}

function firstByPath(problems: readonly FieldProblem[]): FieldProblem[] {
  const paths = problems.map(({ path }) => path);
  return problems.filter(({ path }, index) => paths.indexOf(path) === index);
}
