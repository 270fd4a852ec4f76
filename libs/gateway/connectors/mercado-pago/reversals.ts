import type { ReportedReversal } from '#domain/refunds/reversal';
import { noAnswer } from '../call-provider.js';
import type { CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { code, instant, isObject, text } from '../json-body.js';
import { bodyOf, callMercadoPago } from './call-mercado-pago.js';
import { readId, readMoney } from './read-payment.js';
import { refundOutcomes } from './read-refund.js';
import { listRefunds } from './refunds.js';

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
type Reversals = { readonly kind: 'listed'; readonly rows: readonly ReportedReversal[] } | NoAnswer;
type Payment = {
  readonly id: string;
  readonly providerReference: string;
  readonly amount: string;
  readonly currency: string;
};

/**
 * What happened to the money of a payment after its success (contract §15.7); `body` is the payment as the provider shows it.
 * Refunds and charge-backs are asked for only if the payment says that there are some.
 */
export async function findReversals(body: unknown, asking: Asking): Promise<Reversals> {
  const payment = readPaid(body);
  if (!payment || !isObject(body)) return { kind: 'listed', rows: [] };
  const refunded = hasRefunds(body) ? await findRefunds(payment, asking) : none;
  if (refunded.kind !== 'listed') return refunded;
  const chargedBack = hasChargebacks(body) ? await findChargebacks(payment, asking) : none;
  if (chargedBack.kind !== 'listed') return chargedBack;
  return { kind: 'listed', rows: [...refunded.rows, ...chargedBack.rows] };
}

const none: Reversals = { kind: 'listed', rows: [] };

/** Whether the money of a payment has gone back, by its own word. */
export function saysMoneyIsGone(body: unknown): boolean {
  return isObject(body) && (body.status === 'refunded' || body.status === 'charged_back');
}

function hasRefunds({
  status,
  status_detail: detail,
  transaction_amount_refunded: refunded,
}: Record<string, unknown>) {
  return status === 'refunded' || detail === 'partially_refunded' || Number(refunded) > 0;
}

/** `reimbursed`: a charge-back was covered, and its money is ours again. */
function hasChargebacks({ status, status_detail: detail }: Record<string, unknown>): boolean {
  return status === 'charged_back' || detail === 'reimbursed';
}

function readPaid(body: unknown): Payment | undefined {
  if (!isObject(body)) return undefined;
  const [id, providerReference, money] = [readId(body.id), text(body.external_reference), readMoney(body)];
  return id && providerReference && money ? { id, providerReference, ...money } : undefined;
}

/** Every refund that is done. Our own are among them, under their ids, which the gateway knows. */
async function findRefunds(
  { id, providerReference, ...money }: Payment,
  { account, limit }: Asking,
): Promise<Reversals> {
  const listed = await listRefunds(id, { money }, account, limit());
  if (listed.kind !== 'listed') return listed;
  const rows = listed.refunds
    .filter(({ status }) => Object.hasOwn(refundOutcomes, status) && refundOutcomes[status] === 'success')
    .map((refund) => ({
      kind: 'provider_refund' as const,
      providerReference,
      key: refund.providerId,
      ...refund.money,
    }));
  return { kind: 'listed', rows };
}

/** A payment that says it is charged back without a charge-back that can be read is no answer. */
async function findChargebacks(
  { id, providerReference, currency }: Payment,
  { account, limit }: Asking,
): Promise<Reversals> {
  const found = await callMercadoPago({ path: `/v1/chargebacks/search?payment_id=${id}` }, account, limit());
  const body = bodyOf(found);
  const results = isObject(body) && Array.isArray(body.results) ? body.results : [];
  const ids = results.map((row: unknown) => (isObject(row) ? code(row.id) : undefined));
  const rows: ReportedReversal[] = [];
  for (const chargeback of ids) {
    if (chargeback === undefined) return noAnswer(found);
    const path = `/v1/chargebacks/${encodeURIComponent(chargeback)}`;
    const shown = await callMercadoPago({ path }, account, limit());
    const read = readChargeback(bodyOf(shown), { chargeback, providerReference, currency });
    if (!read) return noAnswer(shown);
    rows.push(...read);
  }
  return rows.length === 0 ? noAnswer(found) : { kind: 'listed', rows };
}

/** The money was taken when the charge-back began; where the seller is covered, it has come back. */
function readChargeback(
  body: unknown,
  about: { readonly chargeback: string; readonly providerReference: string; readonly currency: string },
): readonly ReportedReversal[] | undefined {
  const { chargeback: key, providerReference } = about;
  if (!isObject(body) || code(body.id) !== key) return undefined;
  const written = typeof body.amount === 'string' ? Number(body.amount) : body.amount;
  const currency = text(body.currency) ?? text(body.currency_id) ?? about.currency;
  const money = readMoney({ transaction_amount: written, currency_id: currency });
  if (!money) return undefined;
  const [reason, respondBy] = [code(body.reason), instant(body.date_documentation_deadline)];
  const told = { providerReference, ...money, case: key, ...(reason !== undefined && { reason }) };
  const due = respondBy === undefined ? {} : { respondBy };
  const chargeback = { kind: 'chargeback', key, ...told, ...due } as const;
  const isCovered = body.coverage_applied === true || body.coverage_applied === 'true';
  if (!isCovered) return [chargeback];
  return [chargeback, { kind: 'chargeback_won', key: `${key}:covered`, ...told }];
}
