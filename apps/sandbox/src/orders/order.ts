import type { Charge } from '../charges/charge.js';
import type { Credit } from '../credits/credit.js';
import type { Refund } from '../refunds/refund.js';

/** Money that comes in is a charge, money that goes out a credit, money of a charge that goes back a refund. */
export type Order = Charge | Credit | Refund;

export function isCharge(order: Order): order is Charge {
  return 'instrument' in order;
}

export function isCredit(order: Order): order is Credit {
  return 'rail' in order;
}

export function isRefund(order: Order): order is Refund {
  return 'of' in order;
}

/** The book's key of an order: of a refund its id, because some accounts keep no references of refunds. */
export function keyOf(order: Order): string {
  return isRefund(order) ? order.id : order.order;
}

/** The merchant's reference without the number of the attempt. */
export function identifierOf(order: string): string {
  return order.replace(/-\d+$/, '');
}

/** The amount that was moved, or else was asked for, a decimal string in major units. */
export function movedValue(order: Order): string {
  if (isCredit(order)) return order.end?.creditedValue ?? order.value;
  if (isRefund(order)) return order.end?.paidBackValue ?? order.value;
  return order.end?.capturedValue ?? order.value;
}
