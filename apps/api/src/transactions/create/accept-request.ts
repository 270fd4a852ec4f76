import { fullMonth, fullYear } from '#domain/values/card';
import { GatewayError, type FieldProblem, type GatewayErrorDetails } from '#domain/errors/gateway-error';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import { isJsonObject, JsonNumber, readPath, type JsonObject, type JsonScalar } from '#domain/values/json';
import { checkFields } from '#domain/methods/check-fields';
import { findMethod, takesCurrency, type MethodSearch } from '#domain/methods/find-method';
import { type Method, urlFields } from '#domain/methods/method';
import { readEchoed } from '#domain/transaction/echoed';
import { customerFields, type RequestCard, type TransactionRequest } from '#domain/transaction/request';
import type { Style, RoutedType } from '#domain/transaction/status';
import { currencyProblems, malformedFields, pruneBody, type ParsedBody } from '../../http/check-body.js';
import { isReference } from '../../http/constraints.js';
import { generalForms, readLanguageTag } from '../../http/general-forms.js';
import { mistypedFields } from '../../http/mistyped-fields.js';
import { CreateRequestBody } from './create-request.dto.js';
import { ownPanIn, ownPanProblems, type HoldsPan } from './find-own-pan.js';
import { readMeta, writeMeta } from './read-meta.js';

/**
 * Validates the body of a create request against the catalogue alone, without any configuration, so that the same body
 * always gets the same answer (contract §3). Throws a GatewayError of the first stage that fails: 31, then 30, then 1054,
 * then 1051. 31 and 30 name every field that fails in either.
 */
export function acceptPayment(parsed: ParsedBody): TransactionRequest {
  return accept(parsed, choosePaymentMethod);
}

/** The same for `POST /v2/payout`. */
export function acceptPayout(parsed: ParsedBody): TransactionRequest {
  return accept(parsed, choosePayoutMethod);
}

function accept(parsed: ParsedBody, chooseMethod: (body: JsonObject) => MethodChoice): TransactionRequest {
  const sent = pruneBody(parsed);
  const choice = chooseMethod(sent);
  const method = choice.search?.kind === 'found' ? choice.search.row : undefined;
  const body = method === undefined ? sent : withoutForeignFields(method, sent);
  const holdsPan = ownPanIn(body);
  const refuse = refusalsOf(body, holdsPan);

  const faults = checkFields(method, body, generalForms);
  const missing = [...choice.missing, ...faults.missing];
  const unknownCurrency = currencyProblems(body);
  const shape = malformedFields(CreateRequestBody, method?.carriesCard ? body : withoutCard(body));
  const misplaced = method === undefined ? [] : ownPanProblems(method, body, holdsPan);
  const malformed = firstByPath([...misplaced, ...choice.malformed, ...shape, ...faults.malformed]).filter(
    ({ path }) => !holdsPan(path),
  );
  // The code is that of the first stage; all stages are described, so that one round corrects everything.
  const present = [...unknownCurrency, ...malformed];
  if (missing.length > 0) {
    const lacking = [...missing.map(asRequired), ...mistypedFields(body, missing)];
    throw refuse('requiredFieldsMissing', { fields: firstByPath([...lacking, ...present]) });
  }
  if (unknownCurrency.length > 0) throw refuse('invalidCurrency', { fields: present });
  if (malformed.length > 0) throw refuse('invalidParams', { fields: malformed });

  if (choice.search?.kind === 'otherDirection') throw refuse('methodOfOtherDirection');
  if (method === undefined) throw refuse('methodUnknown');
  const currency = body['currency'];
  if (typeof currency !== 'string') throw new TypeError('An accepted currency is a string');
  if (!takesCurrency(method, currency))
    throw refuse('currencyNotTaken', { fields: [currencyProblem(method)] });
  return transactionRequestOf(method, body);
}

/** The method that the body names, and the problems of the naming. */
type MethodChoice = {
  readonly search?: MethodSearch;
  readonly missing: readonly string[];
  readonly malformed: readonly FieldProblem[];
};

function choosePaymentMethod(body: JsonObject): MethodChoice {
  const { method, widget } = body;
  if (method !== undefined && widget !== undefined) {
    const problem = 'must not be sent together with widget';
    return { missing: [], malformed: [{ path: 'method', problem }] };
  }
  if (method !== undefined) return searchMethod('payment', 'h2h', method);
  const widgetMethod = readPath(body, 'widget.method');
  if (widgetMethod !== undefined) return searchMethod('payment', 'hpp', widgetMethod);
  if (widget !== undefined && !isJsonObject(widget)) return { missing: [], malformed: [] };
  return { missing: ['method or widget.method'], malformed: [] };
}

/** No method has a hosted page for payouts. */
function choosePayoutMethod({ method, widget }: JsonObject): MethodChoice {
  if (widget !== undefined) {
    return {
      missing: [],
      malformed: [{ path: 'widget', problem: 'must not be sent, because payouts have no hosted page' }],
    };
  }
  if (method === undefined) return { missing: ['method'], malformed: [] };
  return searchMethod('payout', 'h2h', method);
}

function searchMethod(type: RoutedType, style: Style, value: unknown): MethodChoice {
  if (typeof value !== 'string') return { missing: [], malformed: [] };
  const search = findMethod(type, style, value);
  if (search.kind !== 'wrongStyle') return { search, missing: [], malformed: [] };
  return { search, missing: [], malformed: [wrongStyle[style]] };
}

const wrongStyle: Readonly<Record<Style, FieldProblem>> = {
  h2h: { path: 'method', problem: 'is available on the hosted page only, send it as widget.method' },
  hpp: { path: 'widget.method', problem: 'has no hosted page, send it as method' },
};

/** A field that the method does not have is an unknown field: ignored, whatever its value (contract §5). */
function withoutForeignFields(method: Method, body: JsonObject): JsonObject {
  const foreign: readonly string[] = [
    ...urlFields.filter((field) => method.urls[field] === undefined),
    ...(['lang', 'channel_code'] as const).filter((field) => !method.extras?.includes(field)),
  ];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !foreign.includes(name)));
}

/** If the method takes no card, the fields of the card are not checked one by one. */
function withoutCard({ card: _card, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Every refusal repeats the reference if it is valid and does not contain the card number. */
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

function currencyProblem(method: Method): FieldProblem {
  const taken = method.currencies === 'any' ? 'any' : method.currencies.join(', ');
  return { path: 'currency', problem: `${method.code} accepts only ${taken}` };
}

function firstByPath(problems: readonly FieldProblem[]): FieldProblem[] {
  const paths = problems.map(({ path }) => path);
  return problems.filter(({ path }, index) => paths.indexOf(path) === index);
}

/** Translates the accepted body into our own terms. Every field has passed its checks; absent fields stay absent. */
function transactionRequestOf(method: Method, body: JsonObject): TransactionRequest {
  const meta = readMeta(body);
  return {
    method,
    style: method.style,
    mode: body['mode'] === undefined ? undefined : 'initial',
    reference: requiredText(body, 'reference'),
    money: { amount: amountOf(body), currency: requiredText(body, 'currency') },
    ...readEchoed((name) => textAt(body, name)),
    customer: customerOf(body),
    card: cardOf(body),
    meta,
    writtenMeta: Object.fromEntries(
      Object.entries(meta).map(([name, value]) => [name, writtenScalar(value)]),
    ),
    metaText: writeMeta(meta, method.browserFields),
    redirectUrl: textAt(body, 'redirect_url'),
    cancelUrl: textAt(body, 'cancel_url'),
    errorUrl: textAt(body, 'error_url'),
    callbackUrl: textAt(body, 'callback_url'),
    locale: localeOf(method, body),
    lang: textAt(body, 'lang'),
    channelCode: textAt(body, 'channel_code'),
    requisites: requisitesOf(method, body),
  };
}

function localeOf({ defaultLocale }: Method, body: JsonObject): string | undefined {
  const sent = textAt(body, 'widget.locale') ?? textAt(body, 'lang');
  return sent === undefined ? defaultLocale : readLanguageTag(sent);
}

function customerOf(body: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    customerFields.flatMap((name) => {
      const value = textAt(body, `customer.${name}`);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Only the fields that the method names: an unchecked field is not stored. */
function requisitesOf(method: Method, body: JsonObject): Readonly<Record<string, string>> | undefined {
  const object = method.requisites;
  if (object === undefined) return undefined;
  const prefix = `${object}.`;
  const paths = method.rules.map((rule) => ('when' in rule ? rule.must.path : rule.path));
  const names = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const fallback = method.requisiteDefaults?.[name];
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

function writtenScalar(value: JsonScalar): string {
  return value instanceof JsonNumber ? value.text : String(value);
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
