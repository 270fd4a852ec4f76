import { toUnits } from '../orders/amounts.js';
import { movedValue } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { CorrectionKind } from '../orders/order-states.js';

/** What a line of a statement is about. */
type MovementKind =
  | 'payment'
  | 'payout'
  | 'refund'
  | 'refund_returned'
  | 'chargeback'
  | 'chargeback_won'
  | 'payout_returned'
  | 'settlement'
  | 'other';

/** Money of an account that has moved. `units`: those of `amounts.ts`. */
export type Movement = {
  /** The provider's own id of the line. */
  readonly key: string;
  readonly account: string;
  readonly kind: MovementKind;
  /** The merchant's reference; absent where the provider keeps none. */
  readonly reference?: string;
  readonly providerId: string;
  readonly units: bigint;
  readonly iso: string;
  /** ISO 8601. */
  readonly at: string;
};

/** Corrections that move money. A query only asks. */
const correctionKinds: Readonly<Partial<Record<CorrectionKind, MovementKind>>> = {
  CLAWBACK: 'chargeback',
  CLAWBACK_LIFTED: 'chargeback_won',
  PANEL_REFUND: 'refund',
};

/** Everything that has moved an account's money, oldest first. */
export function movementsOf(book: OrderBook, account: string): readonly Movement[] {
  const movements: Movement[] = [];
  const add = (
    kind: MovementKind,
    order: { readonly id: string; readonly iso: string },
    { value, at, reference, id = order.id }: { value: string; at: string; reference?: string; id?: string },
  ) =>
    movements.push({
      key: `ln_${id}.${kind}`,
      account,
      kind,
      ...(reference !== undefined && { reference }),
      providerId: id,
      units: toUnits(value),
      iso: order.iso,
      at,
    });

  for (const charge of book.allCharges().filter((one) => one.account === account)) {
    if (charge.end?.state === 'CAPTURED')
      add('payment', charge, { value: movedValue(charge), at: charge.end.endedAt, reference: charge.order });
    for (const { id, kind, value, happenedAt } of book.corrections.about(charge.order)) {
      const moved = correctionKinds[kind];
      if (moved) add(moved, charge, { id, value, at: happenedAt, reference: charge.order });
    }
    for (const refund of book.refunds.ofCharge(charge.order)) {
      const named = refund.isNamed ? { reference: refund.order } : {};
      const value = movedValue(refund);
      if (refund.end?.state === 'PAID_BACK')
        add('refund', refund, { value, at: refund.end.endedAt, ...named });
      const bounces = book.corrections.about(refund.id).filter(({ kind }) => kind === 'BOUNCE');
      for (const bounce of bounces)
        add('refund_returned', refund, {
          id: bounce.id,
          value: bounce.value,
          at: bounce.happenedAt,
          ...named,
        });
      if (refund.bouncedAt !== undefined && bounces.length === 0)
        add('refund_returned', refund, { value, at: refund.bouncedAt, ...named });
    }
  }
  for (const credit of book.allCredits().filter((one) => one.account === account)) {
    const reference = credit.order;
    if (credit.end?.state === 'CREDITED')
      add('payout', credit, { value: movedValue(credit), at: credit.end.endedAt, reference });
    for (const { id, kind, value, happenedAt } of book.corrections.about(credit.order))
      if (kind === 'BOUNCE') add('payout_returned', credit, { id, value, at: happenedAt, reference });
  }
  return movements.toSorted(
    (one, other) => one.at.localeCompare(other.at) || one.key.localeCompare(other.key),
  );
}
