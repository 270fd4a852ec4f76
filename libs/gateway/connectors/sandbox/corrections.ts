import type { ReportedReversal, ReversalKind } from '#domain/refunds/reversal';
import { isObject, text } from '../json-body.js';
import { currencyCode, decimal, readReason } from './read-body.js';

/** The provider's kinds of corrections, and ours. Another kind is no reversal that we know. */
export const reversalsByKind: Readonly<Record<string, ReversalKind>> = {
  BOUNCE: 'returned',
  PANEL_REFUND: 'provider_refund',
  CLAWBACK: 'chargeback',
  CLAWBACK_LIFTED: 'chargeback_won',
  QUERY: 'inquiry',
};

const dossierNumber = /^[A-Za-z0-9_-]{1,64}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/**
 * A correction as the sandbox provider describes it in callbacks and in the records of orders. Undefined unless kind, key and
 * money are present and valid. `reference`: ours of the order, where the correction itself need not have it.
 */
export function readCorrection(body: unknown, reference?: string): ReportedReversal | undefined {
  if (!isObject(body)) return undefined;
  const { kind, value, iso, dossier, answer_by: answerBy } = body;
  const [key, providerReference] = [text(body.correction), reference ?? text(body.order)];
  if (key === undefined || providerReference === undefined || typeof kind !== 'string') return undefined;
  if (typeof value !== 'string' || !decimal.test(value)) return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const ours = Object.hasOwn(reversalsByKind, kind) ? reversalsByKind[kind] : undefined;
  if (ours === undefined) return undefined;
  const reason = readReason(body.cause);
  return {
    kind: ours,
    providerReference,
    key,
    amount: value,
    currency: iso,
    ...(typeof dossier === 'string' && dossierNumber.test(dossier) && { case: dossier }),
    ...(reason !== undefined && { reason }),
    ...(typeof answerBy === 'string' && instant.test(answerBy) && { respondBy: answerBy }),
  };
}

/** The corrections in the record of an order; those that cannot be read are left out. */
export function readReversals(corrections: unknown, reference: string): readonly ReportedReversal[] {
  if (!Array.isArray(corrections)) return [];
  return corrections.flatMap((one) => readCorrection(one, reference) ?? []);
}

/**
 * Those of a charge. Where the provider keeps no reference of ours for refunds, the record lists all of them, and each that was paid
 * back may have been made in the panel.
 */
export function readPaymentReversals(
  { corrections, refunds }: Readonly<Record<string, unknown>>,
  reference: string,
): readonly ReportedReversal[] {
  const listed = Array.isArray(refunds) ? refunds : [];
  return [
    ...readReversals(corrections, reference),
    ...listed.flatMap((one) => readListedRefund(one, reference) ?? []),
  ];
}

function readListedRefund(body: unknown, reference: string): ReportedReversal | undefined {
  if (!isObject(body) || body.state !== 'PAID_BACK') return undefined;
  const correction = body.refund;
  return readCorrection(
    { kind: 'PANEL_REFUND', correction, value: body.paid_back_value, iso: body.iso },
    reference,
  );
}
