import { createHash, createHmac } from 'node:crypto';
import type { ChargeState, CreditState } from '../orders/order-states.js';
import type { Bank } from '../credits/banks.js';
import { stateOf, type Charge } from '../charges/charge.js';
import type { Credit } from '../credits/credit.js';
import { isCredit, type Order } from '../orders/order.js';
import type { Refund } from '../refunds/refund.js';

/*
 * What the provider has, as Paystack would put it (its published description of October 2025): money in minor units, `status`
 * for the call and `data.status` for the money, everything there that the description requires.
 */

/** By what a transfer's reason has in square brackets: words that only Paystack has, before the end and after it. */
export const transferWords: Readonly<Record<string, { readonly open: string; readonly ended: string }>> = {
  otp: { open: 'otp', ended: 'abandoned' },
  blocked: { open: 'received', ended: 'blocked' },
  rejected: { open: 'received', ended: 'rejected' },
};

const transferStatuses: Readonly<Record<CreditState, string>> = {
  QUEUED: 'pending',
  CREDITED: 'success',
  REFUSED: 'failed',
  FAULT: 'failed',
  RETURNED: 'reversed',
};

/** A page that was not opened yet counts as abandoned. */
const transactionStatuses: Readonly<Record<ChargeState, string>> = {
  AWAITING_PAYER: 'abandoned',
  PROCESSING: 'pending',
  CAPTURED: 'success',
  REFUSED: 'failed',
  FAULT: 'failed',
  LAPSED: 'failed',
  ABANDONED: 'abandoned',
};

const recipientTypes: Readonly<Record<string, string>> = {
  NGN: 'nuban',
  GHS: 'ghipss',
  KES: 'kepss',
  ZAR: 'basa',
};

/** The word in square brackets in a transfer's reason. */
export function wordIn(reason: string): string {
  return /\[([a-z0-9_]{1,40})\]/.exec(reason)?.[1] ?? '';
}

/** All its currencies have two decimals. */
export function fromMinor(units: number): string {
  const digits = String(units).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function toMinor(value: string): number {
  const [whole, fraction = ''] = value.split('.');
  return Number(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
}

export function showTransfer(credit: Credit): Record<string, unknown> {
  const { id, order, iso, memo, end, openedAt, value } = credit;
  const word = wordIn(memo ?? '');
  const words = Object.hasOwn(transferWords, word) ? transferWords[word] : undefined;
  const status = transferStatuses[end?.state ?? 'QUEUED'];
  const ended = end?.state === 'REFUSED' ? (words?.ended ?? status) : status;
  return {
    transfersessionid: [],
    transfertrials: [],
    domain: 'test',
    amount: toMinor(end?.creditedValue ?? value),
    currency: iso,
    reference: order,
    source: 'balance',
    source_details: null,
    reason: memo ?? '',
    status: end === undefined ? (words?.open ?? status) : ended,
    failures: null,
    transfer_code: transferCode(credit),
    titan_code: null,
    transferred_at: null,
    id: numberOf(id),
    integration: 1,
    request: numberOf(`request ${id}`),
    recipient: numberOf(`recipient ${id}`),
    createdAt: openedAt,
    updatedAt: end?.endedAt ?? openedAt,
  };
}

/** The same in a look-up or an event: the recipient is an object instead of a number. */
export function showTransferWithRecipient(credit: Credit): Record<string, unknown> {
  const { bank = '', iso } = credit;
  const recipient = {
    code: 'RCP_shown',
    name: 'Ada Lovelace',
    accountNumber: '0000000000',
    bank,
    currency: iso,
  };
  return {
    ...showTransfer(credit),
    recipient: showRecipient(recipient),
    session: { provider: null, id: null },
    gateway_response: null,
  };
}

export function transferCode({ id }: Credit): string {
  return `TRF_${id.slice(3)}`;
}

/** `status`: another one than that of the charge, because of its refunds. */
export function showTransaction(charge: Charge, status?: string): Record<string, unknown> {
  const { id, order, iso, value, openedAt, end, instrument } = charge;
  const channel = instrument.toLowerCase();
  const isDialled = charge.nextStep === 'dial' && end === undefined;
  return {
    id: numberOf(id),
    domain: 'test',
    status: status ?? (isDialled ? 'ongoing' : transactionStatuses[stateOf(charge)]),
    reference: order,
    receipt_number: null,
    amount: toMinor(end?.capturedValue ?? value),
    message: null,
    gateway_response: end?.state === 'CAPTURED' ? 'Successful' : 'The transaction was not completed',
    paid_at: end?.endedAt ?? '',
    paidAt: end?.endedAt ?? null,
    created_at: openedAt,
    createdAt: openedAt,
    channel,
    currency: iso,
    ip_address: '127.0.0.1',
    metadata: { custom_fields: [] },
    log: null,
    fees: 0,
    fees_split: null,
    authorization: authorization(channel),
    customer,
    plan: null,
    split: {},
    order_id: null,
    requested_amount: toMinor(value),
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: openedAt,
    plan_object: {},
    subaccount: {},
  };
}

export const customer = {
  id: 1,
  first_name: '',
  last_name: '',
  email: 'customer@example.com',
  customer_code: 'CUS_1',
  phone: '',
  metadata: {},
  risk_action: 'default',
  international_format_phone: '',
};

function authorization(channel: string): Record<string, unknown> {
  return {
    authorization_code: 'AUTH_1',
    bin: '408408',
    last4: '4081',
    exp_month: '12',
    exp_year: '2030',
    channel,
    card_type: 'visa',
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: 'visa',
    reusable: false,
    signature: 'SIG_1',
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  };
}

export type Recipient = {
  readonly code: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly bank: string;
  readonly currency: string;
};

export function showRecipient({
  code,
  name,
  accountNumber,
  bank,
  currency,
}: Recipient): Record<string, unknown> {
  return {
    active: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    currency,
    description: '',
    domain: 'test',
    email: '',
    id: numberOf(code),
    integration: 1,
    metadata: null,
    name,
    recipient_code: code,
    type: recipientTypes[currency] ?? 'nuban',
    updatedAt: '2026-01-01T00:00:00.000Z',
    is_deleted: false,
    details: {
      authorization_code: null,
      account_number: accountNumber,
      account_name: name,
      bank_code: bank,
      bank_name: bank,
    },
  };
}

const countryNames: Readonly<Record<string, string>> = {
  NG: 'Nigeria',
  GH: 'Ghana',
  KE: 'Kenya',
  ZA: 'South Africa',
};

export function showBank(
  { bank, label, country }: Bank,
  currency: string,
  {
    type = recipientTypes[currency] ?? '',
    active = true,
  }: { readonly type?: string; readonly active?: boolean } = {},
): Record<string, unknown> {
  return {
    name: label,
    slug: label.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    code: bank,
    longcode: '',
    gateway: null,
    pay_with_bank: false,
    supports_transfer: true,
    available_for_direct_debit: false,
    active,
    is_deleted: false,
    country: countryNames[country] ?? country,
    currency,
    type,
    id: numberOf(bank),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** The provider's numbers, derived so that they need not be stored. */
export function numberOf(text: string): number {
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16);
}

const events = ['charge.success', 'transfer.success', 'transfer.failed', 'transfer.reversed'];

/**
 * The event that Paystack sends its merchant after the end of an order; undefined if it sends none: a payment has an event
 * only for success, a transfer for three of its ends.
 */
export function paystackEvent(order: Exclude<Order, Refund>): Record<string, unknown> | undefined {
  const isTransfer = isCredit(order);
  const data = isTransfer ? showTransferWithRecipient(order) : showTransaction(order);
  const event = `${isTransfer ? 'transfer' : 'charge'}.${String(data.status)}`;
  return events.includes(event) ? { event, data } : undefined;
}

/** Over the body alone, with the key that the merchant calls with. */
export function signatureHeaders(secretKey: string, body: Buffer): Record<string, string> {
  return { 'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex') };
}
