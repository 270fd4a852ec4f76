import { createHash, createHmac } from 'node:crypto';
import type { ChargeState } from '../orders/order-states.js';
import { stateOf, type Charge } from '../charges/charge.js';
import { describeNextStep } from '../charges/next-step.js';
import { wordInAddress } from '../orders/read-fields.js';

/*
 * What the provider has, as Mercado Pago would put it (its published description of June 2026): one object for a payment, money
 * as numbers in major units, `status` with a `status_detail`.
 */

/** A word behind the plus of the payer's address that only this face has: a status that no description has. */
export const strangeWord = 'strange';

export type Standing = { readonly status: string; readonly status_detail: string };

const standings: Readonly<Record<ChargeState, Standing>> = {
  AWAITING_PAYER: { status: 'pending', status_detail: 'pending_waiting_payment' },
  PROCESSING: { status: 'in_process', status_detail: 'pending_contingency' },
  CAPTURED: { status: 'approved', status_detail: 'accredited' },
  REFUSED: { status: 'rejected', status_detail: 'rejected_by_bank' },
  FAULT: { status: 'rejected', status_detail: 'rejected_by_regulations' },
  LAPSED: { status: 'cancelled', status_detail: 'expired' },
  ABANDONED: { status: 'cancelled', status_detail: 'by_collector' },
};

/** A payment has a number, which is derived from our reference, so that it need not be stored. */
export function paymentId(order: string): number {
  return Number.parseInt(createHash('sha256').update(order).digest('hex').slice(0, 12), 16);
}

/** The stored part of a payer: the word that chooses the scenario. */
export function memoOf(email: string, description: string): string {
  return `${description} [${wordInAddress(email)}]`;
}

export function wordIn({ memo = '' }: Charge): string {
  return /\[([a-z0-9_]*)\]$/.exec(memo)?.[1] ?? '';
}

function standingOf(charge: Charge): Standing {
  if (wordIn(charge) === strangeWord && charge.end)
    return { status: 'under_observation', status_detail: 'unheard_of' };
  return standings[stateOf(charge)];
}

/** What has gone back of a payment, and the state that this puts it in. */
export type AfterSuccess = { readonly refunded: number; readonly standing: Standing | undefined };

/** A payment in a search: without the code or number to pay with. */
export function showFound(charge: Charge, { refunded, standing }: AfterSuccess): Record<string, unknown> {
  const { order, openedAt, payableUntil, end, value, iso, instrument, memo, notifyUrl } = charge;
  const isPix = instrument === 'PIX';
  const amount = Number(end?.capturedValue ?? value);
  return {
    id: paymentId(order),
    date_created: openedAt,
    date_approved: end?.state === 'CAPTURED' ? end.endedAt : null,
    date_last_updated: end?.endedAt ?? openedAt,
    date_of_expiration: payableUntil,
    operation_type: 'regular_payment',
    payment_method_id: isPix ? 'pix' : 'oxxo',
    payment_type_id: isPix ? 'bank_transfer' : 'ticket',
    ...(standing ?? standingOf(charge)),
    currency_id: iso,
    description: memo ?? '',
    live_mode: false,
    payer: {
      id: '1',
      email: 'XXXXXXXXXXX',
      identification: { type: 'CPF', number: '' },
      type: 'guest',
    },
    metadata: {},
    external_reference: order,
    transaction_amount: amount,
    transaction_amount_refunded: refunded,
    coupon_amount: 0,
    transaction_details: {
      net_received_amount: 0,
      total_paid_amount: end?.state === 'CAPTURED' ? amount : 0,
      overpaid_amount: 0,
      external_resource_url: null,
      installment_amount: 0,
      financial_institution: null,
      payment_method_reference_id: null,
      payable_deferral_period: null,
      acquirer_reference: null,
    },
    captured: true,
    binary_mode: false,
    installments: 1,
    notification_url: notifyUrl,
    processing_mode: 'aggregator',
  };
}

/** The same with what the customer pays by, as it is shown by its number and to whom has made it. */
export function showPayment(charge: Charge, after: AfterSuccess, publicUrl: string): Record<string, unknown> {
  const found = showFound(charge, after);
  const step = describeNextStep(charge, publicUrl);
  if (step?.kind === 'scan') {
    const code = { qr_code: step.payload, qr_code_base64: '', ticket_url: step.page };
    return { ...found, point_of_interaction: { type: 'PIX', transaction_data: code } };
  }
  if (step?.kind !== 'slip') return found;
  const details = {
    ...(found['transaction_details'] as object),
    external_resource_url: step.page,
    payment_method_reference_id: step.number.slice(-10),
    verification_code: step.number.slice(-10),
    barcode: { content: step.number },
  };
  return { ...found, transaction_details: details };
}

/** Names the payment, without its state; `order` is our reference of it. */
export function notificationOf(order: string, id: string, at: string): Record<string, unknown> {
  return {
    id: paymentId(id),
    live_mode: false,
    type: 'payment',
    date_created: at,
    user_id: 1,
    api_version: 'v1',
    action: 'payment.updated',
    data: { id: String(paymentId(order)) },
  };
}

/** Names the payment as well: the address has our reference. */
export function chargebackNotification(order: string, id: string, at: string): Record<string, unknown> {
  const { action: _, ...notification } = notificationOf(order, id, at);
  return { ...notification, type: 'topic_chargebacks_wh', actions: ['changed_case_status'] };
}

/** As its guides and its client have it: over the payment's id, which the query has. Its description has the notification's. */
export function signatureHeaders(
  { id, order }: { readonly id: string; readonly order: string },
  secret: string,
): Record<string, string> {
  const [requestId, ts] = [`request-${id}`, String(Date.now())];
  const manifest = `id:${paymentId(order)};request-id:${requestId};ts:${ts};`;
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
  return { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId };
}
