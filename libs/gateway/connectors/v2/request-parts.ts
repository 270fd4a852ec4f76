import type { AmountForm } from '#domain/methods/method';
import { RawJson } from '#domain/write-json';
import type { PaymentOrder } from '../connector.js';

/** The amount digit for digit, in the JSON type that the method takes (specification §2.2). */
export function amountPart(form: AmountForm, amount: string): string | RawJson {
  return form === 'string' ? amount : new RawJson(amount);
}

/** An object with nothing in it is left out: what is sent must be whole (specification §2.2, `customer` of `ussd`). */
export function presentPart<Part extends object>(part: Part): Part | undefined {
  return Object.keys(part).length === 0 ? undefined : part;
}

export function extraPart(meta: PaymentOrder['meta']): { readonly meta: PaymentOrder['meta'] } | undefined {
  return presentPart(meta) && { meta };
}
