import { text } from '../json-body.js';

/** `error_code`; one shape of the specification has `code` (§7). */
export function readCode({ error_code, code }: Record<string, unknown>): number | undefined {
  const value = error_code ?? code;
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

/** `error_reason`; some shapes have `reason` (§7) or `error_message` (§2.10). */
export function readReason({ error_reason, reason, error_message }: Record<string, unknown>): string {
  return text(error_reason) ?? text(reason) ?? text(error_message) ?? '';
}

const decimal = /^\d{1,18}(\.\d{1,8})?$/;
const currencyCode = /^[A-Z]{3}$/;

/** Amount, a decimal string in major units, and currency; undefined unless both are whole. */
export function readMoney({ amount, currency }: Record<string, unknown>) {
  if (typeof amount !== 'string' || !decimal.test(amount)) return undefined;
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined;
  return { amount, currency };
}
