import type { Charge } from '../charges/charge.js';
import type { Correction } from '../corrections/correction.js';
import { movedValue } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { RefundState } from '../orders/order-states.js';
import { leftOf } from '../refunds/refundable.js';
import { stateOfRefund, type Refund } from '../refunds/refund.js';
import { customer, numberOf, showTransaction, toMinor } from './paystack-words.js';

/*
 * Refunds and disputes as Paystack would put them (its published description of October 2025). A refund names no reference of the
 * merchant but its `merchant_note`; a dispute is one object for everything in one dossier.
 */

const statuses: Readonly<Record<RefundState, string>> = {
  ACCEPTED: 'processing',
  ON_HOLD: 'needs-attention',
  PAID_BACK: 'processed',
  REFUSED: 'failed',
  FAULT: 'failed',
  BOUNCED: 'failed',
};

/** A refund, made by a call or in the dashboard, before it is put in one of the two forms. */
type PaystackRefund = {
  readonly id: number;
  readonly of: string;
  readonly value: string;
  readonly iso: string;
  readonly status: string;
  readonly note: string;
  readonly customerNote: string;
  readonly by: string;
  readonly at: string;
};

export function describeRefund(refund: Refund): PaystackRefund {
  const { id, order, of, iso, memo = '', openedAt } = refund;
  const status = statuses[stateOfRefund(refund)];
  const about = { id: numberOf(id), of, value: movedValue(refund), iso, status };
  return { ...about, note: order, customerNote: memo, by: 'api@example.com', at: openedAt };
}

/** A refund that a person has made in the dashboard. */
function describePanelRefund({ id, value, iso, happenedAt }: Correction, of: string): PaystackRefund {
  const about = { id: numberOf(id), of, value, iso, status: statuses.PAID_BACK };
  return {
    ...about,
    note: 'Made in the dashboard',
    customerNote: '',
    by: 'owner@example.com',
    at: happenedAt,
  };
}

/** All refunds of a charge, oldest first. */
export function refundsOf(book: OrderBook, { order }: Charge): readonly PaystackRefund[] {
  const made = book.refunds.ofCharge(order).map(describeRefund);
  const inPanel = book.corrections
    .about(order)
    .filter(({ kind }) => kind === 'PANEL_REFUND')
    .map((one) => describePanelRefund(one, order));
  return [...made, ...inPanel].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** As a list and a look-up by id show it: the payment by its number, its reference beside. */
export function showListedRefund(refund: PaystackRefund, charge: Charge): Record<string, unknown> {
  const { id, of, value, iso, status, note, customerNote, by, at } = refund;
  return {
    integration: 1,
    transaction: numberOf(charge.id),
    dispute: null,
    settlement: null,
    id,
    domain: 'test',
    currency: iso,
    amount: toMinor(value),
    status,
    refunded_at: status === 'processed' ? at : null,
    refunded_by: by,
    customer_note: customerNote,
    merchant_note: note,
    deducted_amount: toMinor(value),
    fully_deducted: 1,
    createdAt: at,
    bank_reference: null,
    transaction_reference: of,
    reason: '',
    customer: { ...customer, metadata: '' },
    refund_type: 'full',
    transaction_amount: toMinor(movedValue(charge)),
    initiated_by: by,
    refund_channel: 'card',
    session_id: null,
    collect_account_number: false,
  };
}

/** As the create call shows it: pending, with the payment as an object. */
export function showCreatedRefund(refund: Refund, charge: Charge): Record<string, unknown> {
  const { id, value, iso, status, note, customerNote, by, at } = describeRefund(refund);
  return {
    transaction: { ...showTransaction(charge), plan: {}, subaccount: { currency: null } },
    integration: 1,
    deducted_amount: 0,
    channel: null,
    merchant_note: note,
    customer_note: customerNote,
    status: status === 'processing' ? 'pending' : status,
    refunded_by: by,
    expected_at: at,
    currency: iso,
    domain: 'test',
    amount: toMinor(value),
    fully_deducted: false,
    id,
    createdAt: at,
    updatedAt: at,
  };
}

/** A payment whose money has wholly gone back is shown as reversed; one that was refunded in part is not. */
export function statusAfterRefunds(book: OrderBook, charge: Charge): string | undefined {
  const refunds = refundsOf(book, charge).filter(({ status }) => status !== 'failed');
  if (refunds.length === 0 || leftOf(book, charge) > 0n) return undefined;
  return refunds.every(({ status }) => status === 'processed') ? 'reversed' : 'reversal-pending';
}

/** The disputes of a charge: one for each dossier, as it stands. */
export function disputesOf(book: OrderBook, charge: Charge): readonly Record<string, unknown>[] {
  const told = book.corrections.about(charge.order).filter(({ dossier }) => dossier !== undefined);
  return [...new Set(told.map(({ dossier }) => dossier))].flatMap((dossier) => {
    const steps = told.filter((one) => one.dossier === dossier);
    const [first, last] = [steps.at(0), steps.at(-1)];
    return first && last ? [showDispute(charge, first, last)] : [];
  });
}

/** An inquiry waits for the merchant; a chargeback was accepted, and one that was won back declined. */
function showDispute(charge: Charge, first: Correction, last: Correction): Record<string, unknown> {
  const isOpen = last.kind === 'QUERY';
  const resolution = last.kind === 'CLAWBACK' ? 'merchant-accepted' : 'declined';
  return {
    id: numberOf(first.dossier ?? ''),
    refund_amount: toMinor(first.value),
    currency: first.iso,
    status: isOpen ? 'awaiting-merchant-feedback' : 'resolved',
    resolution: isOpen ? null : resolution,
    domain: 'test',
    transaction: { ...showTransaction(charge), plan: {} },
    transaction_reference: null,
    category: 'chargeback',
    customer: { ...customer, metadata: '' },
    bin: '408408',
    last4: '4081',
    dueAt: first.answerBy ?? null,
    resolvedAt: isOpen ? null : last.happenedAt,
    evidence: null,
    attachments: null,
    note: null,
    history: [{ status: 'awaiting-merchant-feedback', by: 'bank@example.com', createdAt: first.happenedAt }],
    messages: [{ sender: 'bank@example.com', body: 'The customer asks', createdAt: first.happenedAt }],
    createdAt: first.happenedAt,
    updatedAt: last.happenedAt,
  };
}

/** Names the payment and the state; not our reference. */
export function refundEvent(refund: PaystackRefund): Record<string, unknown> {
  const data = {
    status: refund.status,
    transaction_reference: refund.of,
    refund_reference: null,
    amount: String(toMinor(refund.value)),
    currency: refund.iso,
    processor: 'instant-transfer',
    customer: { first_name: '', last_name: '', email: customer.email },
    integration: 1,
    domain: 'test',
  };
  return { event: `refund.${refund.status}`, data };
}

/** What Paystack tells about the money of a charge after its success; undefined if it has no word for it. */
export function correctionEvent(correction: Correction, charge: Charge): Record<string, unknown> | undefined {
  switch (correction.kind) {
    case 'PANEL_REFUND':
      return refundEvent(describePanelRefund(correction, charge.order));
    case 'QUERY':
      return { event: 'charge.dispute.create', data: showDispute(charge, correction, correction) };
    case 'CLAWBACK':
    case 'CLAWBACK_LIFTED':
      return { event: 'charge.dispute.resolve', data: showDispute(charge, correction, correction) };
    case 'BOUNCE':
      return undefined;
  }
}
