import type { Plan } from '#domain/transaction/plan';
import type { Transaction } from '#domain/transaction/transaction';
import type { Challenge } from '#domain/transaction/challenge';
import type { StatusSource, Style, TransactionStatus, TransactionType } from '#domain/transaction/status';

/** A row as the driver gives it: `select transactions.*`. */
export type TransactionRow = {
  readonly identifier: string;
  readonly request_id: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly project: string;
  readonly reference: string;
  readonly method: string;
  readonly style: Style;
  readonly mode: string | null;
  readonly currency: string;
  readonly amount: string;
  /** Null in rows older than the books. */
  readonly billing_amount: string | null;
  readonly billing_currency: string | null;
  readonly status: TransactionStatus;
  readonly status_source: StatusSource;
  readonly error_code: number;
  readonly error_reason: string;
  readonly error_description: string | null;
  readonly expired_at_stage: string | null;
  readonly description: string | null;
  readonly meta: string;
  readonly card_first6: string | null;
  readonly card_last4: string | null;
  readonly card_brand: string | null;
  readonly locale: string | null;
  readonly redirect_url: string | null;
  readonly cancel_url: string | null;
  readonly error_url: string | null;
  readonly callback_url: string | null;
  readonly challenge: Challenge | null;
  readonly provider: string | null;
  readonly plan: Plan;
  readonly content_fingerprint: Buffer;
  readonly submit_due_at: Date | null;
  readonly opened_at: Date | null;
  readonly payable_until: Date;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly faulty_forms: number;
  readonly revision: number;
};

export function readTransaction(row: TransactionRow): Transaction {
  const { card_first6: first6, card_last4: last4, card_brand: brand } = row;
  return {
    identifier: row.identifier,
    requestId: row.request_id,
    type: row.type,
    merchant: row.merchant,
    project: row.project,
    reference: row.reference,
    method: row.method,
    style: row.style,
    mode: row.mode ?? undefined,
    currency: row.currency,
    amount: row.amount,
    billing: {
      amount: row.billing_amount ?? row.amount,
      currency: row.billing_currency ?? row.currency,
    },
    status: row.status,
    statusSource: row.status_source,
    errorCode: row.error_code,
    errorReason: row.error_reason,
    errorDescription: row.error_description ?? undefined,
    expiredAtStage: row.expired_at_stage ?? undefined,
    description: row.description ?? undefined,
    meta: row.meta,
    card: first6 && last4 ? { first6, last4, brand: brand ?? 'unknown' } : undefined,
    locale: row.locale ?? undefined,
    redirectUrl: row.redirect_url ?? undefined,
    cancelUrl: row.cancel_url ?? undefined,
    errorUrl: row.error_url ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    challenge: row.challenge ?? undefined,
    provider: row.provider ?? undefined,
    plan: row.plan,
    submitDueAt: row.submit_due_at ?? undefined,
    openedAt: row.opened_at ?? undefined,
    payableUntil: row.payable_until,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    faultyForms: row.faulty_forms,
    revision: row.revision,
  };
}
