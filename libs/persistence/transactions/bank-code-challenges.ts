import { heldCauses } from '#domain/reviews/review-causes';
import type { Bank } from '#domain/transaction/challenge';
import type { TransactionStatus } from '#domain/transaction/status';
import type { RowOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';

/** A payout, reduced to the fields for the confirmation of its bank (contract §7). */
export type ChallengedPayout = {
  readonly identifier: string;
  readonly requestId: string;
  readonly status: TransactionStatus;
  /** Null if the payout offered no choice. */
  readonly banks: readonly Bank[] | null;
  /** The bank that was chosen. */
  readonly bankCode: string | null;
};

export async function findChallengedPayout(
  database: Database,
  key: { readonly merchant: string; readonly reference: string },
): Promise<ChallengedPayout | undefined> {
  const [row] = await database.sql<ChallengedPayout[]>`
    select identifier, request_id as "requestId", status, banks, bank_code_challenges.bank_code as "bankCode"
    from transactions left join bank_code_challenges using (identifier)
    where merchant = ${key.merchant} and type = 'payout' and reference = ${key.reference}`;
  return row;
}

/**
 * Chooses the bank of a payout that awaits it; the payout is due to be submitted from then on, or held for a person. The first
 * of several calls wins. Returns the bank that was chosen first, or undefined if the payout had ended before, or never offered
 * this bank.
 */
export async function chooseBank(
  database: Database,
  identifier: string,
  { bankCode, isHeld }: { readonly bankCode: string; readonly isHeld: boolean },
): Promise<string | undefined> {
  const [row] = await database.sql<Pick<RowOf<TransactionEntity>, 'bank_code'>[]>`
    with offered as (
      select bank->>'code' as code, bank->>'name' as name
      from bank_code_challenges, jsonb_array_elements(banks) as bank
      where identifier = ${identifier} and bank->>'code' = ${bankCode} limit 1
    ), taken as (
      update transactions set challenge = null,
        submit_due_at = case when not ${isHeld} then clock_timestamp() end,
        bank_code = offered.code, bank_name = offered.name,
        revision = revision + 1, progressed_at = clock_timestamp()
      from offered
      where identifier = ${identifier} and submit_due_at is null and finished_at is null
        -- Deleted by the first choice, also of a payout that is held.
        and challenge is not null
      returning identifier
    ), held as (
      insert into reviews (identifier, cause, evidence)
      select identifier, ${heldCauses.payout}, jsonb_build_object('providerReference', identifier || '-1', 'outcome', 'open')
      from taken where ${isHeld}
    ), chosen as (
      update bank_code_challenges set bank_code = ${bankCode}, confirmed_at = clock_timestamp()
      where identifier in (select identifier from taken)
      returning bank_code
    )
    select coalesce((select bank_code from chosen),
      (select bank_code from bank_code_challenges where identifier = ${identifier})) as bank_code`;
  return row?.bank_code ?? undefined;
}
