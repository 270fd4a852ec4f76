import { decimalsWritten, type Money } from '#domain/values/money';
import type { Challenge } from '#domain/transaction/challenge';
import { isObject, scannedText, shownText, text, webUrl } from '../json-body.js';
import { readOutcome, type MappedReport, type Outcomes } from '../mapped-report.js';
import { providerDecimalsOf } from '../provider-decimals.js';
import { mercadoPagoDecimals } from './currencies.js';

/**
 * The outcome of a payment's `status`. `refunded` and `charged_back` say what became of its money, not how it ended: refunds and
 * charge-backs tell what happened (contract §15.4). In mediation the payer claims it back, which ends nothing.
 */
export const outcomes: Outcomes = {
  approved: 'success',
  rejected: 'declined',
  refunded: 'open',
  charged_back: 'open',
  cancelled: 'cancelled',
  pending: 'open',
  authorized: 'open',
  in_process: 'open',
  in_mediation: 'open',
};

/** The open states of a payment that was paid: there is nothing left to pay. */
const paid: readonly string[] = ['refunded', 'charged_back', 'in_mediation'];

/** The reason of a payment that was cancelled because it was not paid in time. */
const expired = 'expired';

/** A payment in an answer; undefined without reference, state and amount. */
export function readPayment(body: unknown): MappedReport | undefined {
  if (!isObject(body)) return undefined;
  const [providerReference, status] = [text(body.external_reference), text(body.status)];
  const [providerId, money] = [readId(body.id), readMoney(body)];
  if (!providerReference || !status || !providerId || !money) return undefined;
  const { isMapped, meaning } = readOutcome(outcomes, status);
  const isExpired = status === 'cancelled' && body.status_detail === expired;
  const said = isExpired ? ({ outcome: 'expired', reason: expired } as const) : meaning;
  const challenge = said.outcome === 'open' && !paid.includes(status) ? readChallenge(body) : undefined;
  return {
    isMapped,
    report: { providerReference, ...said, providerId, ...money },
    ...(challenge && { challenge }),
  };
}

/** Published as numbers, but as numbers or texts in the types of the provider's client. */
export function readId(id: unknown): string | undefined {
  const written = typeof id === 'number' ? String(id) : id;
  return typeof written === 'string' && /^\d{1,30}$/.test(written) ? written : undefined;
}

/**
 * Its amounts are JSON numbers in major units. A number holds this many digits exactly; an amount with more digits or decimals
 * is not one that we sent, and is left unread instead of rounded.
 */
const exactAmount = /^\d{1,13}(?:\.\d{1,2})?$/;

function isExact(amount: string, currency: string): boolean {
  const decimals = providerDecimalsOf(mercadoPagoDecimals, currency);
  return decimals !== undefined && exactAmount.test(amount) && decimalsWritten(amount) <= decimals;
}

/** The money of a payment, or of what has the same two fields. */
export function readMoney({ transaction_amount: amount, currency_id: currency }: Record<string, unknown>) {
  if (typeof amount !== 'number' || typeof currency !== 'string') return undefined;
  return isExact(String(amount), currency) ? { amount: String(amount), currency } : undefined;
}

/** The number that equals this amount exactly; undefined if no number does. */
export function exactNumber({ amount, currency }: Money): number | undefined {
  return isExact(amount, currency) ? Number(amount) : undefined;
}

/** The payment's code to scan, or its number to pay in a shop. */
function readChallenge({
  point_of_interaction: point,
  transaction_details: details,
  date_of_expiration: expiration,
}: Record<string, unknown>): Challenge | undefined {
  const code = isObject(point) && isObject(point.transaction_data) ? point.transaction_data : {};
  const payload = scannedText(code.qr_code);
  if (payload !== undefined) return { type: 'qr', payload, ...page(code.ticket_url) };
  if (!isObject(details)) return undefined;
  const barcode = isObject(details.barcode) ? shownText(details.barcode.content) : undefined;
  const number =
    barcode ?? shownText(details.verification_code) ?? shownText(details.payment_method_reference_id);
  const payBy = shownText(expiration);
  if (number === undefined || payBy === undefined || Number.isNaN(Date.parse(payBy))) return undefined;
  return { type: 'voucher', number, payBy, places: ['OXXO'], ...page(details.external_resource_url) };
}

function page(url: unknown) {
  const instructionsUrl = webUrl(url);
  return instructionsUrl === undefined ? {} : { instructionsUrl };
}
