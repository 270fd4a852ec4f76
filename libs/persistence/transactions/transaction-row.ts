import type { PlannedTiming } from '#domain/transaction/plan';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { SentTransfer } from '#domain/transaction/transfer-details';
import type { AttemptEntity } from '../entities/attempt.js';
import { columnsOf, type RowOf } from '../entities/columns.js';
import { TransactionEntity } from '../entities/transaction.js';

/** SQL: the timings of a plan in a statement about `transactions`, its own or those of its key (docs/decisions/0036). */
export const timing = `coalesce(plan->'timing', (select content from timings where key = timings_key))`;

/** SQL: the column that `readTransaction` needs beside `transactions.*`. */
export const selectTiming = `${timing} as timing`;

/** SQL: the plan with its timings. */
export const selectPlan = `plan || jsonb_build_object('timing', ${timing}) as plan`;

/** A row as the driver returns it: `select transactions.*` with `selectTiming`. */
export type TransactionRow = RowOf<TransactionEntity> & {
  readonly timing: PlannedTiming;
  /** Present with `selectTransfer`. */
  readonly transfer?: {
    readonly submitted_at: string;
    readonly outcome: SentTransfer['outcome'] | null;
  } | null;
};

/** SQL: transfer details for records, beside `transactions.*`. Details that were purged without an answer have no outcome. */
export const selectTransfer = `
  case when challenge_type = 'bank_transfer_mexico' then (
    select jsonb_build_object('submitted_at', accepted_at, 'outcome', nullif(outcome, 'forgotten'))
    from transfer_details where transfer_details.identifier = transactions.identifier) end as transfer`;

export const transactionColumns = columnsOf(TransactionEntity);

/** The transaction of a row, without keyed hashes. */
export function readTransaction(row: TransactionRow): Transaction {
  const { cardFirst6, cardLast4, cardBrand, bankCode, bankName, billingAmount, billingCurrency, ...read } =
    transactionColumns.read(row);
  const { contentFingerprint: _content, cardFingerprint: _card, timingsKey: _key, ...transaction } = read;
  return {
    ...transaction,
    plan: { ...transaction.plan, timing: row.timing },
    // Rows from before the ledger have no billing amount.
    billing: {
      amount: billingAmount ?? transaction.amount,
      currency: billingCurrency ?? transaction.currency,
    },
    card:
      cardFirst6 && cardLast4
        ? { first6: cardFirst6, last4: cardLast4, brand: cardBrand ?? 'unknown' }
        : undefined,
    transfer: row.transfer
      ? {
          submittedAt: new Date(row.transfer.submitted_at),
          outcome: row.transfer.outcome ?? undefined,
        }
      : undefined,
    bank: bankCode === undefined ? undefined : { code: bankCode, name: bankName },
  };
}

/** `select attempts.*`, or the same as JSON. */
export type AttemptRow = Pick<
  RowOf<AttemptEntity>,
  'n' | 'provider' | 'mid' | 'provider_reference' | 'state' | 'cause' | 'provider_id' | 'prepared'
>;

export function readAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    provider: row.provider,
    mid: row.mid,
    providerReference: row.provider_reference,
    state: row.state,
    cause: row.cause ?? undefined,
    providerId: row.provider_id ?? undefined,
    prepared: row.prepared ?? undefined,
  };
}
