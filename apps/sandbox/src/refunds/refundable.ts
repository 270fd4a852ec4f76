import type { Charge } from '../charges/charge.js';
import { instrumentNamed } from '../charges/instruments.js';
import { toUnits } from '../orders/amounts.js';
import { movedValue } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { CorrectionKind } from '../orders/order-states.js';
import type { Refund } from './refund.js';

/** Why the provider makes no refund of a charge, in its own words. */
export type RefundFault =
  'NOT_CAPTURED' | 'OTHER_CURRENCY' | 'ONLY_WHOLE' | 'ONE_REFUND_ONLY' | 'MORE_THAN_LEFT';

/** The rules in the order in which they are checked; undefined if the refund can be made. */
export function refuseRefund(
  book: OrderBook,
  charge: Charge,
  { value, iso }: Pick<Refund, 'value' | 'iso'>,
): RefundFault | undefined {
  if (charge.end?.state !== 'CAPTURED') return 'NOT_CAPTURED';
  if (iso !== charge.iso) return 'OTHER_CURRENCY';
  const { refunds: rule } = instrumentNamed(charge.instrument);
  if (rule === 'whole' && toUnits(value) !== toUnits(movedValue(charge))) return 'ONLY_WHOLE';
  const isMade = book.refunds.ofCharge(charge.order).some((one) => goneBy(book, one) > 0n);
  if (rule === 'one' && isMade) return 'ONE_REFUND_ONLY';
  return toUnits(value) > leftOf(book, charge) ? 'MORE_THAN_LEFT' : undefined;
}

/** What the provider still has of a charge, in units; never below zero. */
export function leftOf(book: OrderBook, charge: Charge): bigint {
  if (charge.end?.state !== 'CAPTURED') return 0n;
  const gone = book.refunds.ofCharge(charge.order).map((refund) => goneBy(book, refund));
  const refunded = gone.reduce((sum, one) => sum + one, 0n);
  const about = (kind: CorrectionKind) => correctedBy(book, charge.order, kind);
  const takenBack = about('PANEL_REFUND') + about('CLAWBACK') - about('CLAWBACK_LIFTED');
  const left = toUnits(movedValue(charge)) - refunded - takenBack;
  return left > 0n ? left : 0n;
}

/** What a refund has taken, or may still take, less what came back of it. */
function goneBy(book: OrderBook, refund: Refund): bigint {
  const { end, bouncedAt, id } = refund;
  if (bouncedAt !== undefined) return 0n;
  if (end !== undefined && end.state !== 'PAID_BACK') return 0n;
  const gone = toUnits(movedValue(refund)) - correctedBy(book, id, 'BOUNCE');
  return gone > 0n ? gone : 0n;
}

function correctedBy(book: OrderBook, key: string, kind: CorrectionKind): bigint {
  return book.corrections
    .about(key)
    .filter((one) => one.kind === kind)
    .reduce((sum, { value }) => sum + toUnits(value), 0n);
}
