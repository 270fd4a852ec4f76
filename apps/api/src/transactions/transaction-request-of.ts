import { fullMonth, fullYear } from '#domain/card';
import { isJsonObject, JsonNumber, readPath } from '#domain/json';
import type { JsonObject, JsonValue } from '#domain/json';
import type { Method } from '#domain/methods/method';
import { customerFields } from '#domain/transaction/request';
import type { TransactionRequest, RequestCard } from '#domain/transaction/request';

/** The accepted body in our own words. Every field has passed its checks; what is absent stays absent. */
export function transactionRequestOf(row: Method, body: JsonObject): TransactionRequest {
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
