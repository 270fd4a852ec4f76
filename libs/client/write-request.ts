import { methodsWithTextAmount } from './messages/payment-request.js';

/** What every create request has, whatever its method. */
export type AmountBody = {
  /** Exact decimal, such as `10.10`, in major units. A refund of all that is left has none. */
  readonly amount?: string;
  readonly method?: string;
  readonly widget?: { readonly method: string };
  readonly [field: string]: unknown;
};

/**
 * The body of a create request. The amount is written digit for digit as given, as a JSON number or, for the methods that
 * take one, a JSON string (specification §2.2); it is never a float. Throws on an amount that is no decimal, also on
 * one that is there and undefined: a refund without an amount gives everything back.
 */
export function writeBody(body: AmountBody): string {
  if (!('amount' in body)) return JSON.stringify(body);
  const { amount, ...others } = body;
  if (typeof amount !== 'string' || !decimalForm.test(amount)) {
    throw new Error('amount must be a decimal as text: digits, then perhaps a point and digits');
  }
  const method = others.widget?.method ?? others.method ?? '';
  const written = methodsWithTextAmount.has(method) ? `"${amount}"` : amount;
  const rest = JSON.stringify(others);
  return rest === '{}' ? `{"amount":${written}}` : `${rest.slice(0, -1)},"amount":${written}}`;
}

const decimalForm = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** What is behind the path, `?` included; undefined members are left out, and lists are separated by commas. */
export function writeQuery(
  query: Readonly<Record<string, string | number | readonly string[] | undefined>> = {},
): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
