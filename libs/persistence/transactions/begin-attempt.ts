import type { Transaction } from '#domain/registered-transaction';
import type { Database } from '../database.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

export type AttemptState = 'sending' | 'accepted' | 'final' | 'declined' | 'not_sent' | 'unknown';

export type Attempt = {
  readonly n: number;
  readonly provider: string;
  readonly mid: string;
  readonly providerReference: string;
  readonly state: AttemptState;
  readonly cause: string | undefined;
};

export type BegunAttempt = {
  readonly transaction: Transaction;
  /** The attempt that this call alone may send, and nobody after it. */
  readonly begun: Attempt | undefined;
  /** Where the next attempt is due, when it is: also one that this call was not to begin. */
  readonly dueMid: string | undefined;
  /** Attempts that existed before, oldest first. */
  readonly earlier: readonly Attempt[];
  readonly personalBox: Buffer | undefined;
  readonly cardBox: Buffer | undefined;
  readonly cvvBox: Buffer | undefined;
  /** Keyed hash of the card number. */
  readonly cardFingerprint: Buffer | undefined;
  /** Keyed hash of where a guarded payment's card was entered, else of where its customer is said to be. */
  readonly guardedAddress: string | undefined;
  /** The bank that was chosen for a payout which had offered several. */
  readonly bankCode: string | undefined;
};

/**
 * Loads a transaction and, when it is due, writes the row of its next attempt: committed before the provider is
 * called, and written only once, so that an attempt whose row exists is never sent again, whoever asks (contract §9).
 * A next attempt is due while every earlier one is surely over without money (`not_sent`, soft `declined` marked
 * by its cause), another route is planned, and the transaction is not older than its submit limit. An attempt at one of
 * the MIDs `notAt` is not begun. A route whose MID has no room left in its limits is passed by: its attempt is `not_sent`
 * from the start, and not begun.
 */
export async function beginAttempt(
  database: Database,
  identifier: string,
  notAt: readonly string[] = [],
): Promise<BegunAttempt | undefined> {
  const [row] = await database.sql<Row[]>`
    with earlier as (
      select * from attempts where identifier = ${identifier}
    ), due as (
      select identifier, coalesce((select max(n) from earlier), 0) + 1 as n, plan,
        now() + (plan->'timing'->'lookupMs'->>0)::float8 * interval '1 millisecond' as look_up_at
      from transactions
      where identifier = ${identifier} and status = 'pending'
        and not exists (
          select from earlier
          where not (state = 'not_sent' or (state = 'declined' and cause = 'soft')))
        and ((select count(*) from earlier) > 0
          or submit_due_at > now() - (plan->'timing'->>'submitMaxAgeMs')::float8 * interval '1 millisecond')
    ), next as (
      select identifier, n, plan->'routes'->(n - 1)->>'provider' as provider, plan->'routes'->(n - 1)->>'mid' as mid
      from due
    ), begun as (
      insert into attempts (identifier, n, provider, mid, provider_reference, state)
      select identifier, n, provider, mid, identifier || '-' || n, 'sending'
      from next where mid <> all(${notAt}::text[])
      on conflict do nothing
      returning *
    ), watched as (
      -- A page may be posted long after its registration: the sweep's first turn counts from here.
      update sweeps set step = 0, next_sweep_at = look_up_at from due
      where sweeps.identifier = due.identifier and next_sweep_at > look_up_at and exists (select from begun)
    )
    select transactions.*, personal_data.box as personal_box, card_box, cvv_box, bank_code,
      guarded_payments.address as guarded_address,
      (select to_jsonb(begun) from begun) as begun, (select mid from next) as due_mid,
      (select jsonb_agg(to_jsonb(earlier) order by n) from earlier) as earlier
    from transactions
      left join personal_data using (identifier)
      left join bank_code_challenges using (identifier)
      left join guarded_payments using (identifier)
      left join card_vault on card_vault.identifier = transactions.identifier and expires_at > now()
    where transactions.identifier = ${identifier}`;
  if (!row) return undefined;
  const earlier = (row.earlier ?? []).map(readAttempt);
  const written = row.begun ? readAttempt(row.begun) : undefined;
  const isBegun = written?.state === 'sending';
  return {
    transaction: readTransaction(row),
    begun: isBegun ? written : undefined,
    dueMid: row.due_mid ?? undefined,
    earlier: written && !isBegun ? [...earlier, written] : earlier,
    personalBox: row.personal_box ?? undefined,
    cardBox: row.card_box ?? undefined,
    cvvBox: row.cvv_box ?? undefined,
    cardFingerprint: row.card_fingerprint ?? undefined,
    guardedAddress: row.guarded_address ?? undefined,
    bankCode: row.bank_code ?? undefined,
  };
}

export type AttemptRow = {
  readonly n: number;
  readonly provider: string;
  readonly mid: string;
  readonly provider_reference: string;
  readonly state: AttemptState;
  readonly cause: string | null;
};

export function readAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    provider: row.provider,
    mid: row.mid,
    providerReference: row.provider_reference,
    state: row.state,
    cause: row.cause ?? undefined,
  };
}

type Row = TransactionRow & {
  readonly personal_box: Buffer | null;
  readonly card_box: Buffer | null;
  readonly cvv_box: Buffer | null;
  readonly card_fingerprint: Buffer | null;
  readonly guarded_address: string | null;
  readonly bank_code: string | null;
  readonly begun: AttemptRow | null;
  readonly due_mid: string | null;
  readonly earlier: AttemptRow[] | null;
};
