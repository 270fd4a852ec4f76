import { randomBytes } from 'node:crypto';
import { isRefund, keyOf, type Order } from '../orders/order.js';
import type { CorrectionKind } from '../orders/order-states.js';

/** One fact about the money of a finished order. The order itself does not change. */
export type Correction = {
  /** Of a panel refund the id that every refund has. */
  readonly id: string;
  readonly kind: CorrectionKind;
  /** The book's key of the order. */
  readonly about: string;
  /** Decimal string in major units, in the order's currency. */
  readonly value: string;
  readonly iso: string;
  readonly cause: string;
  /** The number under which the payer's bank argues. */
  readonly dossier?: string;
  /** ISO 8601. */
  readonly answerBy?: string;
  readonly happenedAt: string;
};

const causes: Readonly<Record<CorrectionKind, string>> = {
  CLAWBACK: 'PAYER_DISPUTES',
  CLAWBACK_LIFTED: 'DISPUTE_SETTLED',
  QUERY: 'PAYER_ASKS',
  PANEL_REFUND: 'MADE_IN_PANEL',
  BOUNCE: 'ACCOUNT_CLOSED',
};

const answerWithinMs = 7 * 86_400_000;

/** A correction that happens now. `dossier` continues an earlier one. */
export function newCorrection(
  order: Order,
  kind: CorrectionKind,
  { value, dossier }: { readonly value: string; readonly dossier?: string | undefined },
): Correction {
  const hex = randomBytes(12).toString('hex');
  const now = Date.now();
  const isAsked = kind === 'CLAWBACK' || kind === 'QUERY';
  const isArgued = isAsked || kind === 'CLAWBACK_LIFTED';
  return {
    id: kind === 'PANEL_REFUND' ? `rf_${hex}` : `co_${hex}`,
    kind,
    about: keyOf(order),
    value,
    iso: order.iso,
    cause: causes[kind],
    ...(isArgued && { dossier: dossier ?? `ds_${hex}` }),
    ...(isAsked && { answerBy: new Date(now + answerWithinMs).toISOString() }),
    happenedAt: new Date(now).toISOString(),
  };
}

/** The correction on the wire, in look-ups and notifications. */
export function showCorrection(correction: Correction, order: Order): Record<string, unknown> {
  const { id, kind, value, iso, cause, dossier, answerBy, happenedAt } = correction;
  const isNamed = !isRefund(order) || order.isNamed;
  return {
    correction: id,
    ...(isRefund(order) && { refund: order.id }),
    ...(isNamed && { order: order.order }),
    kind,
    value,
    iso,
    cause,
    ...(dossier !== undefined && { dossier }),
    ...(answerBy !== undefined && { answer_by: answerBy }),
    happened_at: happenedAt,
  };
}
