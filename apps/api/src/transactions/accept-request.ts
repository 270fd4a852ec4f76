import { fullMonth, fullYear } from '#domain/card';
import { isCurrency } from '#domain/currencies';
import { GatewayError, type FieldProblem, type GatewayErrorDetails } from '#domain/errors/gateway-error';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import { isJsonObject, JsonNumber, readPath, type JsonObject, type JsonValue } from '#domain/json';
import { catalogue } from '#domain/methods/catalogue';
import { checkFields } from '#domain/methods/check-fields';
import { findMethod, takesCurrency, type MethodSearch } from '#domain/methods/find-method';
import { type Method, urlFields } from '#domain/methods/method';
import { customerFields, type RequestCard, type TransactionRequest } from '#domain/transaction/request';
import type { Style, TransactionType } from '#domain/transaction/status';
import { malformedFields, pruneBody, type ParsedBody } from '../http/check-body.js';
import { isReference } from '../http/constraints.js';
import { CreateRequestBody } from './create-request.dto.js';
import { ownPanIn, ownPanProblems, type HoldsPan } from './find-own-pan.js';

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

  const shape = malformedFields(CreateRequestBody, row?.carriesCard ? body : withoutCard(body));
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

/** The accepted body in our own words. Every field has passed its checks; what is absent stays absent. */
function transactionRequestOf(row: Method, body: JsonObject): TransactionRequest {
  const meta = metaOf(body);
  return {
    row,
    method: row.code,
    style: row.style,
    mode: body['mode'] === undefined ? undefined : 'initial',
    reference: requiredText(body, 'reference'),
    money: { amount: amountOf(body), currency: requiredText(body, 'currency') },
    description: textAt(body, 'description'),
    customer: customerOf(body),
    card: cardOf(body),
    meta: Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, scalarOf(value)])),
    metaText: metaTextOf(row, meta),
    redirectUrl: textAt(body, 'redirect_url'),
    cancelUrl: textAt(body, 'cancel_url'),
    errorUrl: textAt(body, 'error_url'),
    callbackUrl: textAt(body, 'callback_url'),
    locale: textAt(body, 'widget.locale') ?? row.defaultLocale,
    lang: textAt(body, 'lang'),
    channelCode: textAt(body, 'channel_code'),
    requisites: requisitesOf(row, body),
  };
}

function customerOf(body: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    customerFields.flatMap((name) => {
      const value = textAt(body, `customer.${name}`);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Only the fields that the row names: what nobody checks is not kept. */
function requisitesOf(row: Method, body: JsonObject): Readonly<Record<string, string>> | undefined {
  const object = row.requisites;
  if (object === undefined) return undefined;
  const prefix = `${object}.`;
  const paths = row.rules.map((rule) => ('when' in rule ? rule.must.path : rule.path));
  const names = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const fallback = row.requisiteDefaults?.[name];
      const value = textAt(body, prefix + name) ?? (fallback && textAt(body, `customer.${fallback}`));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function cardOf(body: JsonObject): RequestCard | undefined {
  if (body['card'] === undefined) return undefined;
  return {
    pan: requiredText(body, 'card.pan'),
    cvv: requiredText(body, 'card.cvv'),
    expMonth: fullMonth(requiredText(body, 'card.exp_month')),
    expYear: fullYear(requiredText(body, 'card.exp_year')),
    holderName: requiredText(body, 'card.holder_name'),
  };
}

function amountOf(body: JsonObject): string {
  const amount = body['amount'];
  return amount instanceof JsonNumber ? amount.text : requiredText(body, 'amount');
}

function metaOf(body: JsonObject): JsonObject {
  const meta = readPath(body, 'extra.meta');
  return isJsonObject(meta) ? meta : {};
}

function scalarOf(value: JsonValue): string | number | boolean {
  if (value instanceof JsonNumber) return Number(value.text);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  throw new TypeError('An accepted extra.meta holds strings, numbers and booleans only');
}

/** Written by hand, because `JSON.stringify` would put the numbers through a float. */
function metaTextOf({ browserFields = [] }: Method, meta: JsonObject): string {
  const entries = Object.entries(meta)
    .filter(([name]) => !browserFields.includes(name))
    .map(([name, value]) => {
      const text = value instanceof JsonNumber ? value.text : JSON.stringify(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${entries.join(',')}}`;
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
