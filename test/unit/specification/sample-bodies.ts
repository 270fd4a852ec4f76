import {
  browserFields,
  cardFields,
  channelCodeRequired,
  customerFieldNames,
  customerNeeds,
  customerOptional,
  documentTypeRequired,
  isNamed,
  langMethods,
  modeRequired,
  numberAmounts,
  stringAmounts,
  typedMetaMethods,
  urlRules,
  words,
} from './payment-tables.js';
import type { PaymentMethod } from './payment-tables.js';

export type Body = Readonly<Record<string, unknown>>;

/** `hpp qr_code`: a row of the tables. */
export function nameOf({ style, method }: PaymentMethod): string {
  return `${style} ${method}`;
}

export function methodPathOf({ style }: PaymentMethod): string {
  return style === 'hpp' ? 'widget.method' : 'method';
}

export function amountFormOf({ method }: PaymentMethod): 'integer' | 'number' | 'string' {
  if (isNamed(stringAmounts, method)) return 'string';
  return isNamed(numberAmounts, method) ? 'number' : 'integer';
}

/** What the tables say about a URL field of a method: `required`, `default`, `optional` or `none`. */
export function urlRuleOf(field: string, method: string): string {
  const rules = urlRules[field] ?? {};
  const named = Object.entries(rules).find(([, methods]) => isNamed(methods, method));
  if (named) return named[0];
  return { callback_url: 'default', error_url: 'none' }[field] ?? 'optional';
}

export const urlFieldNames = Object.keys(urlRules);

/** Wire paths that the tables require of a method when every object is sent, cards left out. */
export function requiredPaths(row: PaymentMethod): string[] {
  const { method } = row;
  return [
    'reference',
    'currency',
    'amount',
    ...(isNamed(modeRequired, method) ? ['mode'] : []),
    ...(isNamed(channelCodeRequired, method) ? ['channel_code'] : []),
    ...words(customerNeeds[nameOf(row)]?.required ?? '').map((name) => `customer.${name}`),
    ...(isNamed(documentTypeRequired, method) ? ['extra.meta.documentType'] : []),
    ...urlFieldNames.filter((field) => urlRuleOf(field, method) === 'required'),
  ];
}

/** A body with what the tables require and nothing else. */
export function minimalBody(row: PaymentMethod): Body {
  const optional = isNamed(customerOptional, row.method) ? ['customer.identifier'] : [];
  return requiredPaths(row)
    .filter((path) => !optional.includes(path))
    .reduce((body, path) => putAt(body, path, valueAt(row, path)), putAt({}, methodPathOf(row), row.method));
}

/** A body with every field that the tables give the method, all well formed. */
export function fullBody(row: PaymentMethod): Body {
  const paths = [
    ...requiredPaths(row),
    'mode',
    'description',
    ...words(customerFieldNames).map((name) => `customer.${name}`),
    ...urlFieldNames.filter((field) => urlRuleOf(field, row.method) !== 'none'),
    ...(isNamed(langMethods, row.method) ? ['lang'] : []),
    ...(row.style === 'hpp' ? ['widget.locale'] : []),
    ...(isNamed(typedMetaMethods, row.method)
      ? Object.keys(typedMeta).map((name) => `extra.meta.${name}`)
      : []),
    ...(nameOf(row) === 'h2h card' ? cardPaths : []),
    'extra.meta.shop',
  ];
  return paths.reduce(
    (body, path) => putAt(body, path, valueAt(row, path)),
    putAt({}, methodPathOf(row), row.method),
  );
}

const cardPaths = [
  ...words(cardFields).map((name) => `card.${name}`),
  ...words(browserFields).map((name) => `extra.meta.${name}`),
];

const typedMeta = {
  meta_data1: 'text',
  meta_data2: 7,
  meta_data3: true,
  meta_data4: '2024-02-29T10:00:00+01:00',
} as const;

const values: Body = {
  mode: 'initial',
  reference: 'order-1',
  description: 'Two tickets',
  channel_code: '737',
  lang: 'es',
  'widget.locale': 'pt',
  redirect_url: 'https://shop.example.com/done',
  cancel_url: 'https://shop.example.com/cancelled',
  error_url: 'https://shop.example.com/failed',
  callback_url: 'https://shop.example.com/callbacks',
  'customer.email': 'ana@example.com',
  'customer.phone': '+3001234567',
  'customer.birthday': '1990-05-17',
  'customer.ip': '203.0.113.7',
  'customer.state_code': '05',
  'card.pan': '4242424242424242',
  'card.exp_month': '12',
  'card.exp_year': '2039',
  'card.holder_name': 'Ana Silva',
  'card.cvv': '123',
  'extra.meta.documentType': 'CO_CC',
  ...Object.fromEntries(Object.entries(typedMeta).map(([name, value]) => [`extra.meta.${name}`, value])),
};

/** A well-formed value for a wire path; anything that is plain text is its own name. */
function valueAt(row: PaymentMethod, path: string): unknown {
  switch (path) {
    case 'currency':
      return row.currency === 'any' ? 'EUR' : row.currency;
    case 'amount':
      return { integer: 1200, number: 12.5, string: '12.5' }[amountFormOf(row)];
    case 'customer.country':
      return row.country;
    case 'customer.itn':
      return row.method === 'qr_code' ? '1020304050' : 'as printed';
    case 'customer.phone':
      return row.method === 'qr_code' ? '+573001234567' : values[path];
    default:
      return values[path] ?? path;
  }
}

/** The body with a value at a wire path; undefined takes the field out when the body is written. */
export function putAt(body: Body, path: string, value: unknown): Body {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = body[first];
  const object = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : {};
  return { ...body, [first]: putAt(object, rest.join('.'), value) };
}
