/** What every answer and notification of the sandbox provider is made of. */
export const decimal = /^\d{1,18}(\.\d{1,8})?$/;
export const currencyCode = /^[A-Z]{3}$/;
/** The provider's reasons are codes; free text could hold personal data and is not kept. */
const reasonCode = /^[A-Z][A-Z0-9_]{0,63}$/;

/** `undefined` when it is no code. */
export function readReason(value: unknown): string | undefined {
  return typeof value === 'string' && reasonCode.test(value) ? value : undefined;
}

/** The provider's word for why it does not answer with what was asked. */
export function readFault(body: unknown): string | undefined {
  return isObject(body) ? readReason(body.fault) : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
