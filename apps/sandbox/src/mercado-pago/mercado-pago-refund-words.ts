import { createHash } from 'node:crypto';
import type { Charge } from '../charges/charge.js';
import type { Correction } from '../corrections/correction.js';
import { toUnits } from '../orders/amounts.js';
import { movedValue } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { RefundState } from '../orders/order-states.js';
import { leftOf } from '../refunds/refundable.js';
import { stateOfRefund, type Refund } from '../refunds/refund.js';
import { paymentId, type Standing } from './mercado-pago-words.js';

/*
 * Refunds and charge-backs as Mercado Pago would put them (its published description of June 2026). Nothing in a refund names the
 * merchant's reference, or who has made it.
 */

const statuses: Readonly<Record<RefundState, string>> = {
  ACCEPTED: 'in_process',
  ON_HOLD: 'in_process',
  PAID_BACK: 'approved',
  REFUSED: 'rejected',
  FAULT: 'rejected',
  BOUNCED: 'rejected',
};

/** The word in a payment's description that chooses the scenario of its refunds: `Order 1 [refund reset]`. */
export function refundWordIn({ memo = '' }: Charge): string {
  return /\[refund ([a-z0-9_]{1,40})\]/.exec(memo)?.[1] ?? '';
}

/** A number, derived so that it need not be stored. */
function numberOf(text: string): number {
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16);
}

export function showRefund(refund: Refund): Record<string, unknown> {
  const { id, of, openedAt } = refund;
  return shown({ id, of, at: openedAt, value: movedValue(refund), status: statuses[stateOfRefund(refund)] });
}

function showPanelRefund({ id, value, happenedAt }: Correction, of: string): Record<string, unknown> {
  return shown({ id, of, at: happenedAt, value, status: statuses.PAID_BACK });
}

function shown({
  id,
  of,
  at,
  value,
  status,
}: { readonly [name in 'id' | 'of' | 'at' | 'value' | 'status']: string }) {
  return {
    id: numberOf(id),
    payment_id: paymentId(of),
    amount: Number(value),
    metadata: {},
    source: { id: '1', name: 'Shop', type: 'collector' },
    date_created: at,
    unique_sequence_number: null,
    refund_mode: 'standard',
    adjustment_amount: 0,
    status,
    reason: null,
    amount_refunded_to_payer: status === 'approved' ? Number(value) : 0,
  };
}

/** All refunds of a payment, oldest first, those that were made in the panel among them. */
export function listRefunds(book: OrderBook, { order }: Charge): readonly Record<string, unknown>[] {
  const made = book.refunds
    .ofCharge(order)
    .map((refund) => ({ at: refund.openedAt, row: showRefund(refund) }));
  const inPanel = book.corrections
    .about(order)
    .filter(({ kind }) => kind === 'PANEL_REFUND')
    .map((one) => ({ at: one.happenedAt, row: showPanelRefund(one, order) }));
  return [...made, ...inPanel].toSorted((one, other) => one.at.localeCompare(other.at)).map(({ row }) => row);
}

/** The sum of what has gone back, and the state that this puts a payment in; undefined: none. */
export function standingAfter(book: OrderBook, charge: Charge) {
  const done = listRefunds(book, charge).filter(({ status }) => status === 'approved');
  const refunded = done.reduce((sum, { amount }) => sum + toUnits(String(amount)), 0n);
  return { refunded: Number(refunded) / 10_000, standing: standingOf(book, charge, done.length) };
}

function standingOf(book: OrderBook, charge: Charge, refunds: number): Standing | undefined {
  const taken = book.corrections.about(charge.order).filter(({ kind }) => kind.startsWith('CLAWBACK'));
  const last = taken.at(-1);
  if (last?.kind === 'CLAWBACK') return { status: 'charged_back', status_detail: 'settled' };
  if (refunds > 0 && leftOf(book, charge) === 0n) return { status: 'refunded', status_detail: 'refunded' };
  if (last) return { status: 'approved', status_detail: 'reimbursed' };
  return refunds > 0 ? { status: 'approved', status_detail: 'partially_refunded' } : undefined;
}

/** The charge-backs of a payment: one for each dossier. */
export function chargebacksOf(book: OrderBook, charge: Charge): readonly Record<string, unknown>[] {
  const told = book.corrections.about(charge.order);
  return told
    .filter(({ kind }) => kind === 'CLAWBACK')
    .map((taken) => {
      const lifted = told.find(
        ({ kind, dossier }) => kind === 'CLAWBACK_LIFTED' && dossier === taken.dossier,
      );
      return {
        id: String(numberOf(taken.dossier ?? '')),
        payments: [paymentId(charge.order)],
        payment_id: paymentId(charge.order),
        currency: taken.iso,
        amount: Number(taken.value),
        reason: 'general',
        coverage_applied: lifted !== undefined,
        coverage_elegible: true,
        documentation_required: true,
        documentation_status: lifted ? 'valid' : 'pending',
        documentation: [],
        date_documentation_deadline: taken.answerBy ?? null,
        date_created: taken.happenedAt,
        date_last_updated: (lifted ?? taken).happenedAt,
        live_mode: false,
      };
    });
}
