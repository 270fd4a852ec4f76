import { findAccount } from '../accounts.js';
import type { Charge } from '../charges/charge.js';
import { showCorrection } from '../corrections/correction.js';
import type { OrderBook } from '../orders/order-book.js';
import { showPanelRefund, showRefund } from './show-refund.js';

/** All refunds of a charge on the wire, oldest first, those that were made in the panel among them. */
export function listRefunds(book: OrderBook, charge: Charge): readonly Record<string, unknown>[] {
  const made = book.refunds
    .ofCharge(charge.order)
    .map((refund) => ({ at: refund.openedAt, shown: showRefund(refund) }));
  const madeInPanel = book.corrections
    .about(charge.order)
    .filter(({ kind }) => kind === 'PANEL_REFUND')
    .map((one) => ({ at: one.happenedAt, shown: showPanelRefund(one, charge.order) }));
  return [...made, ...madeInPanel]
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ shown }) => shown);
}

/**
 * What has happened to the money of a charge, as its look-up shows it. An account whose references are not kept gets the list of
 * all refunds instead of those that were made in the panel: the provider cannot tell one from the other.
 */
export function showAftermath(book: OrderBook, charge: Charge): Record<string, unknown> {
  const isForgotten = findAccount(charge.account)?.forgetsRefundOrders === true;
  const corrections = book.corrections
    .about(charge.order)
    .filter(({ kind }) => !isForgotten || kind !== 'PANEL_REFUND')
    .map((one) => showCorrection(one, charge));
  return { corrections, ...(isForgotten && { refunds: listRefunds(book, charge) }) };
}
